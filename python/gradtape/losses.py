"""`tf.losses` is `tf.keras.losses`."""

from .keras.losses import *  # noqa: F403
