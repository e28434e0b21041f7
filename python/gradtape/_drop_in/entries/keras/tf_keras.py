"""Found on a `sys.path` that a process inherits from one where gradtape stands for Keras."""

from gradtape._drop_in.installation import take_over

take_over(__name__)
