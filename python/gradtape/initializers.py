"""`tf.initializers` is `tf.keras.initializers`."""

from .keras.initializers import *  # noqa: F403
