"""What a layer holds that is not Keras's: a plain `tf.Variable`, a `tf.Module`.

Their variables are among the layer's weights, as in Keras 2. Keras 3 passes over them, and so does
what stands for TensorFlow, which says so once for each class.
"""

from __future__ import annotations

import warnings
import weakref
from typing import Any

from ... import _core
from ..._runtime import once
from ..._runtime.versions import is_keras_2_asked_for
from ..weight import Weight

_told: weakref.WeakSet[type] = weakref.WeakSet()


def others_count() -> bool:
    """Whether they are looked for."""
    return not once.is_held_back() or is_keras_2_asked_for()


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
