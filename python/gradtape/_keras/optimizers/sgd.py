"""Gradient descent, with momentum."""

from __future__ import annotations

from dataclasses import InitVar
from numbers import Real
from typing import Any, ClassVar

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Flag, argument
from .optimizer import LearningRate, Optimizer, registry
from .options import OptimizerOptions


class Momentum(Argument[float, float]):
    """How much of the last step is made again, in 0 ... 1."""

    def convert(self, owner: Any, value: float) -> float:
        known = isinstance(value, Real)
        if not (known or _follows(value)) or (known and not 0 <= value <= 1):
            raise ValueError("`momentum` must be a float between [0, 1].")
        return value


def _follows(value: Any) -> bool:
    """Whether each step reads the number, as Keras up to 2.10 has it."""
    return isinstance(value, (_core.Tensor, _core.Variable)) or callable(value)


@registry.add("SGD")
class SGD(Optimizer, OptimizerOptions):
    """`w -= learning_rate * g`.

    With `momentum`, `m = momentum * m - learning_rate * g` and `w += m`.

    With `nesterov`, `w += momentum * m - learning_rate * g` with the new `m`. `ValueError` for a
    `momentum` outside 0 ... 1.

    >>> import gradtape as tf
    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)
    >>> for _ in range(2):
    ...     _ = optimizer.apply_gradients([(tf.constant(0.5), w)])
    >>> round(float(w), 4)
    0.855
    """

    _lists: ClassVar[dict[str, str]] = {"momentums": "momentum"}

    learning_rate: InitVar[LearningRate] = argument(default=0.01)
    momentum: Momentum = argument(default=0.0)
    nesterov: Flag = argument(default=False)

    _keeps_unused_slots = True  # in Keras 2, but for the legacy optimizer

    def _initialize(self) -> None:
        self._has_momentum = bool(self.momentum)
        self._spreads_gradients &= self._has_momentum or is_keras_2_asked_for()
        keeps = self._has_momentum or (self._keeps_unused_slots and is_keras_2_asked_for())
        self._slot_names = ("momentum",) if keeps else ()

    def _rule(self) -> str:
        if not self._has_momentum:
            return "sgd"
        return "nesterov" if self.nesterov else "momentum"

    def _update(self, grads: list[Any], variables: list[Any], slots: list[list[Any]]) -> None:
        super()._update(grads, variables, slots if self._has_momentum else [])

    def _rule_numbers(self) -> dict[str, Any]:
        return {"momentum": self.momentum}
