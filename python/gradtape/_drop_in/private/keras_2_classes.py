"""What `tf_keras`, which is Keras 2 whichever Keras the program has, does in its own way.

Libraries use it beside Keras 3. Its initializers take a seed when they are first called, where
those of Keras 3 take one when they are made: libraries make some while they are imported, which
must leave the numbers of `random` to the program. Its normalizations tell their axes as a list,
once they are built.
"""

from __future__ import annotations

from typing import Any

from ..._keras.layers.normalization import BatchNormalization, LayerNormalization
from ..._keras.random_initializer import Random
from ..._runtime.versions import is_keras_2_asked_for

_made: dict[type, type] = {}


def as_of_keras_2(found: Any) -> Any:
    """What `tf_keras` has where `keras` has `found`."""
    if not isinstance(found, type):
        return found
    if issubclass(found, Random):
        return _variant(found, "_draws_late")
    if found in (BatchNormalization, LayerNormalization) and not is_keras_2_asked_for():
        return _variant(found, "_lists_axes")
    return found


def _variant(found: type, manner: str) -> type:
    if found not in _made:  # under the same name: files and reports have it as they have the other
        kept = {name: getattr(found, name) for name in ("__doc__", "__module__", "__qualname__")}
        _made[found] = type(found)(found.__name__, (found,), {manner: True} | kept)
    return _made[found]
