"""Found on an inherited `sys.path` where Keras is not installed."""

from gradtape._drop_in.installation import take_over

take_over(__name__)
