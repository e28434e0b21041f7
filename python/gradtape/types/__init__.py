"""`tf.types`: names for annotations."""

from . import experimental as experimental
