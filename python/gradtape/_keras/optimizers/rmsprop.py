"""RMSprop."""

from __future__ import annotations

from dataclasses import InitVar
from typing import Any, ClassVar

from ..arguments import Flag, Number, argument
from .given import Epsilon
from .optimizer import LearningRate, Optimizer, registry
from .options import OptimizerOptions


@registry.add("rmsprop")
class RMSprop(Optimizer, OptimizerOptions):
    """Divides the gradient by the root of a moving average of its square (Hinton, 2012).

    `v = rho * v + (1 - rho) * g * g` and `w -= learning_rate * g / sqrt(v + epsilon)`. With
    `momentum` the change is `m = momentum * m + learning_rate * g / sqrt(...)`; `centered`
    subtracts the square of a moving average of `g` under the root.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.RMSprop(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.6838, 2.3162]
    """

    _lists: ClassVar[dict[str, str]] = {
        "_velocities": "velocity",
        "_momentums": "momentum",
        "_average_gradients": "average_gradient",
    }

    _short_names: ClassVar[dict[str, str]] = {}

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    rho: Number = argument(default=0.9)
    momentum: Number = argument(default=0.0)
    epsilon: Epsilon = argument(default=1e-7)
    centered: Flag = argument(default=False)

    def _initialize(self) -> None:
        with_momentum = ("momentum",) if self.momentum > 0 else ()
        with_average = ("average_gradient",) if self.centered else ()
        self._slot_names = ("velocity", *with_momentum, *with_average)

    def _slot_groups(self) -> list[list[int]]:
        return [[kind] for kind in range(len(self._slot_names))]

    def _rule(self) -> str:
        centered = "_centered" if "average_gradient" in self._slot_names else ""
        return f"rmsprop{centered}" + ("_momentum" if "momentum" in self._slot_names else "")

    def _rule_numbers(self) -> dict[str, Any]:
        return {"rho": self.rho, "momentum": self.momentum, "epsilon": self.epsilon}
