"""Adagrad."""

from __future__ import annotations

from dataclasses import InitVar
from typing import Any, ClassVar

from ..arguments import Number, argument
from .given import Epsilon
from .optimizer import LearningRate, Optimizer, registry
from .options import OptimizerOptions


@registry.add()
class Adagrad(Optimizer, OptimizerOptions):
    """Divides the gradient by the root of the sum of all its squares (Duchi and others, 2011).

    `acc += g * g` and `w -= learning_rate * g / sqrt(acc + epsilon)`; `acc` starts at
    `initial_accumulator_value`.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.Adagrad(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.9155, 2.0953]
    """

    _slot_names = ("accumulator",)
    _spreads_gradients = False
    _lists: ClassVar[dict[str, str]] = {"_accumulators": "accumulator"}

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    initial_accumulator_value: Number = argument(default=0.1)
    epsilon: Epsilon = argument(default=1e-7)

    def _slot_start(self, name: str) -> float:
        return self.initial_accumulator_value if name == "accumulator" else 0.0

    def _rule(self) -> str:
        return "adagrad"

    def _rule_numbers(self) -> dict[str, Any]:
        return {"epsilon": self.epsilon}
