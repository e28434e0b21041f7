"""`tf.compat.v1.data.experimental` is `data.experimental`, the same module."""

from ...._namespace import alias

alias(__name__, "data.experimental")
