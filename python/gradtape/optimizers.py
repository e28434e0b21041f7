"""`tf.optimizers` is `tf.keras.optimizers`."""

from ._namespace import alias
from .keras.optimizers import *  # noqa: F403

alias(__name__, "keras.optimizers")
