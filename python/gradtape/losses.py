"""`tf.losses` is `tf.keras.losses`."""

from ._namespace import alias
from .keras.losses import *  # noqa: F403

alias(__name__, "keras.losses")
