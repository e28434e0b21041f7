"""`tensorflow.python.keras`, the Keras within TensorFlow, and `init_ops_v2`, which it begins with.

Where the other Keras take seeds from Python's `random`, their initializers draw from the global
generator (`tf.random.set_seed`), one after the other as layers make their weights.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..._keras import initializers, seed_generator as seeds
from ..._keras.base_layer.layer import Layer
from ..._keras.random_initializer import Random

_made: dict[type, type] = {}
_originals: dict[type, type] = {}  # the classes that those are made from


def drawing_globally(found: Any) -> Any:
    """What `tensorflow.python.keras` has where `keras` has `found`."""
    if found is initializers.get or found is initializers.deserialize:
        return _within(found)
    if not isinstance(found, type):
        return found
    if issubclass(found, Random):
        return _variant(found, _is_global=True)
    if issubclass(found, Layer) and not hasattr(found, "fit"):
        return _made.get(found) or _layer(found)
    return found


def _within(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def found_globally(*args: Any, **kwargs: Any) -> Any:
        with seeds.drawing_globally():
            return function(*args, **kwargs)

    return found_globally


def _layer(found: type) -> Any:
    @functools.wraps(found.__init__)  # type: ignore[misc]
    def made_globally(self: Any, *args: Any, **kwargs: Any) -> None:
        with seeds.drawing_globally():
            super(made, self).__init__(*args, **kwargs)

    def add_weight(self: Any, *args: Any, **kwargs: Any) -> Any:
        with seeds.drawing_globally():
            return super(made, self).add_weight(*args, **kwargs)

    made: Any = _variant(found, __init__=made_globally, add_weight=add_weight)
    return made


def _variant(found: type, **contents: Any) -> type:
    """A class of the same name, as files and reports have it; those of the other are of it too."""
    if found not in _made:
        kept = {name: getattr(found, name) for name in ("__doc__", "__module__", "__qualname__")}
        made = _kind(type(found))(found.__name__, (found,), contents | kept)
        _made[found], _originals[made] = made, found
    return _made[found]


@functools.cache
def _kind(of: type) -> Any:
    class Kind(of):  # type: ignore[misc]
        def __instancecheck__(cls, instance: Any) -> bool:
            return isinstance(instance, _originals.get(cls, ())) or super().__instancecheck__(
                instance
            )

        def __subclasscheck__(cls, other: type) -> bool:
            return issubclass(other, _originals.get(cls, ())) or super().__subclasscheck__(other)

    return Kind
