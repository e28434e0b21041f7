"""`tf.initializers` is `tf.keras.initializers`."""

from ._namespace import alias
from .keras.initializers import *  # noqa: F403

alias(__name__, "keras.initializers")
