"""Which functions of a model take `training`: as in Keras 3, `fit` hands it to those alone.

Keras 2 trains every model in its mode of training, whose layers ask for it where they are.
"""

from __future__ import annotations

import functools
import inspect
import warnings
import weakref
from collections.abc import Callable
from typing import Any

from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..lookup import is_written_here

_warned: weakref.WeakSet[type] = weakref.WeakSet()
# What tells that a layer does something else in training: names of its arguments.
_SHARES = ("rate", "dropout", "recurrent_dropout", "stddev", "momentum")


def outputs_of(model: Any, x: Any, training: bool) -> Any:
    """What a model computes in a step; as in Keras 3 it is told the mode where it takes it.

    Outside of TensorFlow's place one that does not take it rests all the same while it predicts.
    """
    told = trains(model) if training else not are_of_keras_3() or takes_training(type(model).call)
    return model(x, training=training) if told else model(x)


def trains(model: Any) -> bool:
    """Whether `fit` calls the model with `training=True`.

    If not, layers that rest then are warned about, once for each class.
    """
    if takes_training(type(model).call) or is_keras_2_asked_for():
        return True
    if type(model) not in _warned and any(map(_rests, model._layers_and_self())):
        _warned.add(type(model))
        _warn(type(model).__name__)
    return False


def loss_of(model: Any, training: bool, *batch: Any) -> Any:
    """`compute_loss`, which a subclass may have written with `training` or without."""
    compute = model.compute_loss
    if takes_training(getattr(compute, "__func__", compute)):
        return compute(*batch, training=training)
    return compute(*batch)


@functools.lru_cache(maxsize=256)
def takes_training(function: Callable[..., Any]) -> bool:
    """Whether a model's `call` or `compute_loss` is told if it is training."""
    ours = is_written_here(function)
    return ours or "training" in inspect.signature(function).parameters


def _rests(layer: Any) -> bool:
    """Whether a layer does something else in training."""
    return any(getattr(layer, name, 0) for name in _SHARES)


def _warn(name: str) -> None:
    warnings.warn(
        f"`fit` runs {name} in inference mode, as Keras 3 does, because its `call` takes no "
        "`training`: dropout, noise and batch normalization rest.\n"
        "What to do: write `def call(self, inputs, training=None)`.",
        stacklevel=4,
    )
