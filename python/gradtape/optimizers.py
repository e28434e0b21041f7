"""`tf.optimizers` is `tf.keras.optimizers`."""

from .keras.optimizers import *  # noqa: F403
