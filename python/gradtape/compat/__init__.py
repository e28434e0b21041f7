"""`compat`: switches of other TensorFlow versions, accepted where they ask for what holds anyway.

Eager execution and version 2 behaviour are always on: the functions that turn them on do nothing,
those that would turn them off raise `RuntimeError`.
"""

from . import v1 as v1, v2 as v2
