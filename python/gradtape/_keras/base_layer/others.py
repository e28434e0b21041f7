"""What a layer holds that is not Keras's: a plain `tf.Variable`, a `tf.Module`.

Their variables are among the layer's weights, as in Keras 2. Keras 3 passes over them, and so does
what stands for TensorFlow, which says so once for each class; but where a program asks for the
weights of what has no others, it gets these: with none Keras 3 fails.
"""

from __future__ import annotations

import functools
import threading
import warnings
import weakref
from collections.abc import Callable
from typing import Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..weight import Weight

_told: weakref.WeakSet[type] = weakref.WeakSet()
_here = threading.local()
_Lists = Callable[[Any], list[Any]]


def others_count() -> bool:
    """Whether they are looked for."""
    return not are_of_keras_3() or getattr(_here, "counts", False)


def where_no_others_are(lists: _Lists) -> _Lists:
    """Decorator of a list of weights: for a layer that has none of Keras's, the others'."""

    @functools.wraps(lists)
    def listed(layer: Any) -> list[Any]:
        if others_count() or getattr(_here, "is_within", False):
            return lists(layer)
        found = of_keras_alone(lists, layer)
        if found or of_keras_alone(lambda one: list(one.weights), layer):
            return found
        return with_others(lists, layer)

    return listed


def with_others(lists: _Lists, layer: Any) -> list[Any]:
    """What it lists of a layer, others counted and not told of."""
    before, _here.counts = getattr(_here, "counts", False), True
    try:
        return lists(layer)
    finally:
        _here.counts = before


def of_keras_alone(lists: _Lists, layer: Any) -> list[Any]:
    """What it lists of a layer without others."""
    outer, _here.is_within = getattr(_here, "is_within", False), True
    try:
        return lists(layer)
    finally:
        _here.is_within = outer


def is_of_keras(leaf: Any) -> bool:
    """Whether Keras 3 finds it: a variable that it made, a layer."""
    return isinstance(leaf, Weight) or hasattr(leaf, "get_weights")


def tell_of(layer: Any, leaf: Any) -> None:
    """Warns that Keras 3 passes over what this layer holds."""
    kind = type(layer)
    variable = isinstance(leaf, _core.Variable)
    if kind in _told or not (variable or leaf.variables):
        return
    _told.add(kind)
    what = f"tf.Variable {leaf.name!r}" if variable else f"tf.Module {type(leaf).__name__}"
    warnings.warn(
        f"{kind.__name__} {layer.name!r} holds {what}, which is not among its weights: Keras 3 "
        "knows those of `add_weight` alone.\nWhat to do: make it with `add_weight`, hand it to the "
        "optimizer yourself, or set TF_USE_LEGACY_KERAS=1, whose Keras 2 trains it.",
        stacklevel=2,
    )
