"""`tf_keras.initializers`: as Keras 2 has them, they take a seed when they are first called.

Those of Keras 3 take one when they are made. Libraries of layers make some while they are imported,
which must leave the numbers of `random` to the program that they are imported by.
"""

from __future__ import annotations

from typing import Any

from ..._keras.random_initializer import Random

_made: dict[type, type] = {}


def drawing_late(found: Any) -> Any:
    """What `tf_keras.initializers` has where `keras.initializers` has `found`."""
    if not isinstance(found, type) or not issubclass(found, Random):
        return found
    if found not in _made:  # under the same name: files and reports have it as they have the other
        kept = {name: getattr(found, name) for name in ("__doc__", "__module__", "__qualname__")}
        _made[found] = type(found.__name__, (found,), {"_draws_late": True} | kept)
    return _made[found]
