"""Found on a `sys.path` that a process has from one where gradtape stands for Keras."""

from _gradtape_entry import answer

answer(__name__)
