"""`tf.metrics` is `tf.keras.metrics`."""

from ._namespace import alias
from .keras.metrics import *  # noqa: F403

alias(__name__, "keras.metrics")
