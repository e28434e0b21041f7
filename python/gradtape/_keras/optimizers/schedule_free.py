"""Steps that need no schedule of the rate, because what is evaluated is an average of them."""

from __future__ import annotations

from dataclasses import InitVar
from typing import Any, ClassVar

from ... import _core
from ..arguments import Number, argument
from .given import Epsilon
from .optimizer import LearningRate, registry
from .options import OptimizerOptions
from .over_tensors import Slope, TensorRule


@registry.add()
class ScheduleFreeAdamW(TensorRule, OptimizerOptions):
    """Adam's steps from a point of their own, and their mean (Defazio and others, 2024).

    `v += (1 - beta_2) * (g * g - v)`, at step t `z -= learning_rate * g / (sqrt(v / (1 -
    beta_2**t)) + epsilon)`, and with `x = (w - (1 - beta_1) * z) / beta_1` of this `z`, as Keras
    computes it on TensorFlow, `w = beta_1 * (x + (z - x) / t) + (1 - beta_1) * z`. The rate grows
    over the first `warmup_steps` steps.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> rule = tf.keras.optimizers.ScheduleFreeAdamW(0.1)
    >>> _ = rule.apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.9, 2.1]
    """

    _slot_names = ("momentum", "velocity")
    _lists: ClassVar[dict[str, str]] = {"_momentums": "momentum", "_velocities": "velocity"}

    learning_rate: InitVar[LearningRate] = argument(default=0.0025)
    beta_1: Number = argument(default=0.9)
    beta_2: Number = argument(default=0.999)
    epsilon: Epsilon = argument(default=1e-8)
    warmup_steps: Number = argument(default=0)

    def _state_of(self, variable: _core.Variable, name: str, shape: Any) -> _core.Variable:
        """The point that moves begins where the variable is."""
        state = super()._state_of(variable, name, shape)
        if name == "momentum":
            state.assign(variable.read_value())
        return state

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        point, squares = slots
        squares = squares + (g.square - squares) * (1 - self.beta_2)
        root = _core.sqrt(squares / (1 - self.beta_2**step)) + self.epsilon
        point = point - g.sum * (rate * self._warmth(step)) / root
        mean = (w - point * (1 - self.beta_1)) / self.beta_1
        mean = mean * (1 - 1 / step) + point * (1 / step)
        return point * (1 - self.beta_1) + mean * self.beta_1, point, squares

    def _warmth(self, step: int) -> float:
        """The share of the rate that a step has."""
        return min(step / self.warmup_steps, 1.0) if self.warmup_steps > 0 else 1.0
