"""`tf.metrics` is `tf.keras.metrics`."""

from .keras.metrics import *  # noqa: F403
