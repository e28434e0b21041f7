"""`DistributedOptimizer`: an optimizer that averages gradients over all processes first."""

from __future__ import annotations

import copy
from typing import Any

from .. import _core
from .averaging import Averager


class _Averages:
    """What a distributed optimizer does before its own class."""

    _averager: Averager

    def apply(self, grads: Any, trainable_variables: Any = None) -> Any:
        own = _core.all_items(grads)
        given = trainable_variables
        variables = self._trained if given is None else _core.all_items(given)  # type: ignore[attr-defined]
        return super().apply(self._averager.reduce(own, variables), variables)  # type: ignore[misc]


def DistributedOptimizer(optimizer: Any, compression: Any = None, op: Any = "MEAN") -> Any:
    """An optimizer like `optimizer`, which averages gradients over all processes before a step.

    Not to be used with gradients that `DistributedGradientTape` has averaged. It is of a subclass
    of the optimizer's class and has its state; use it in place of the other, in `compile` too.

    >>> import gradtape as tf
    >>> sgd = tf.distribute.DistributedOptimizer(tf.keras.optimizers.SGD(0.1))
    >>> isinstance(sgd, tf.keras.optimizers.SGD)
    True
    """
    distributed = copy.copy(optimizer)
    kind = type(optimizer)
    distributed.__class__ = type(kind.__name__, (_Averages, kind), {"__module__": kind.__module__})
    distributed._averager = Averager(op, compression)
    return distributed
