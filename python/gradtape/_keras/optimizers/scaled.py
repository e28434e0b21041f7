"""Rules that scale elements, or rows and columns, by past gradients: Adadelta, Adafactor, Ftrl."""

from __future__ import annotations

from dataclasses import InitVar
from typing import Any, ClassVar

import numpy as np

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Flag, Number, argument
from ..weight import own_name_of
from .given import Epsilon
from .optimizer import LearningRate, registry
from .options import OptimizerOptions
from .over_tensors import Slope, TensorRule


@registry.add()
class Adadelta(TensorRule, OptimizerOptions):
    """Steps as long as past changes were, for gradients as large as past ones (Zeiler, 2012).

    `a = rho * a + (1 - rho) * g * g`, `change = g * sqrt(d + epsilon) / sqrt(a + epsilon)`,
    `d = rho * d + (1 - rho) * change**2` and `w -= learning_rate * change`.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.Adadelta(1.0).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.9986, 2.0014]
    """

    _slot_names = ("accumulated_grad", "accumulated_delta_var")
    _lists: ClassVar[dict[str, str]] = {
        "_accumulated_grads": "accumulated_grad",
        "_accumulated_delta_vars": "accumulated_delta_var",
    }

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    rho: Number = argument(default=0.95)
    epsilon: Epsilon = argument(default=1e-7)

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        squares, changes = slots
        squares = squares * self.rho + g.square * (1 - self.rho)
        root = _core.sqrt(changes + self.epsilon) / _core.sqrt(squares + self.epsilon)
        changed = root * root * g.square
        moved = w - g.sum * root * rate
        return moved, squares, changes * self.rho + changed * (1 - self.rho)


@registry.add()
class Adafactor(TensorRule, OptimizerOptions):
    """Adam's scale from means of rows and columns, which saves memory (Shazeer and Stern, 2018).

    Matrices, and what has more axes, keep the mean squares of rows and columns; vectors those of
    each element. Changes are as large as the variable's root mean square says, times the rate.
    """

    _slot_names = ("row", "column", "velocity")
    _stands_in_for_slots = True
    _lists: ClassVar[dict[str, str]] = {"_r": "row", "_c": "column", "_v": "velocity"}

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    beta_2_decay: Number = argument(default=-0.8)
    epsilon_1: Number = argument(default=1e-30)
    epsilon_2: Number = argument(default=1e-3)
    clip_threshold: Number = argument(default=1.0)
    relative_step: Flag = argument(default=True)

    def _slot_shape(self, variable: Any, name: str) -> list[int] | None:
        sizes: list[int] = variable.shape.as_list()
        if name == "velocity":
            return sizes
        if len(sizes) < 2:
            return None
        return sizes[:-1] if name == "row" else [*sizes[:-2], sizes[-1]]

    def _name_of_slot(self, variable: Any, name: str) -> str:
        means = name != "velocity" and not is_keras_2_asked_for()  # which Keras 3 calls alike
        return (
            self._name_of(own_name_of(variable)) if means else super()._name_of_slot(variable, name)
        )

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        largest = step**-0.5
        if self.relative_step and not callable(self._learning_rate):
            rate = min(rate, largest)
        length = _core.maximum(_root_mean_square(w), self.epsilon_2) * min(rate, largest)
        keep = 1 - step**self.beta_2_decay
        squares = g.square + self.epsilon_1
        if len(slots) == 1:
            new = [slots[0] * keep + squares * (1 - keep)]
        else:
            rows = slots[0] * keep + _core.reduce_mean(squares, axis=-1) * (1 - keep)
            columns = slots[1] * keep + _core.reduce_mean(squares, axis=-2) * (1 - keep)
            share = rows / _core.reduce_mean(rows, axis=-1, keepdims=True)
            new = [rows, columns, share[..., None] * columns[..., None, :]]
        change = g.sum / _core.sqrt(new[-1])
        limit = _core.maximum(_root_mean_square(change) / self.clip_threshold, 1.0)
        return w - length * change / limit, *new


def _root_mean_square(values: _core.Tensor) -> _core.Tensor:
    return _core.sqrt(_core.reduce_mean(_core.square(values)))


class NotNegative(Argument[float, float]):
    """A number of at least 0."""

    def convert(self, owner: Any, value: float) -> float:
        if value < 0.0:
            raise ValueError(
                f"`{self.name}` needs to be positive or zero. Received: {self.name}={value}."
            )
        return value


class NotPositive(Argument[float, float]):
    """A number of at most 0."""

    def convert(self, owner: Any, value: float) -> float:
        if value > 0.0:
            raise ValueError(
                f"`{self.name}` needs to be negative or zero. Received: {self.name}={value}."
            )
        return value


@registry.add()
class Ftrl(TensorRule, OptimizerOptions):
    """ "Follow the regularized leader" (McMahan and others, 2013): for sparse, wide models.

    `a' = a + g * g`, `z += g + 2 * l2_shrinkage * w - (a'**-p - a**-p) / learning_rate * w`, where
    `p` is `learning_rate_power`, and `w = (clip(z, -l1, l1) - z) / (a'**-p / learning_rate + 2 *
    l2 + beta / learning_rate)`.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.Ftrl(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.381, 1.4923]
    """

    _slot_names = ("accumulator", "linear")
    _lists: ClassVar[dict[str, str]] = {"_accumulators": "accumulator", "_linears": "linear"}

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    learning_rate_power: NotPositive = argument(default=-0.5)
    initial_accumulator_value: NotNegative = argument(default=0.1)
    l1_regularization_strength: NotNegative = argument(default=0.0)
    l2_regularization_strength: NotNegative = argument(default=0.0)
    l2_shrinkage_regularization_strength: NotNegative = argument(default=0.0)
    beta: Number = argument(default=0.0)

    def _slot_start(self, name: str) -> float:
        return self.initial_accumulator_value if name == "accumulator" else 0.0

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        squares, linear = slots
        power, l1 = -self.learning_rate_power, self.l1_regularization_strength
        new = squares + g.square
        shrunk = g.sum + w * (2 * self.l2_shrinkage_regularization_strength)
        linear = linear + shrunk - (new**power - squares**power) / rate * w
        with np.errstate(divide="ignore", invalid="ignore"):  # a rate of 0 makes NaN of weights
            l2 = self.l2_regularization_strength + float(np.divide(self.beta, 2.0 * rate))
        w = (_core.clip_by_value(linear, -l1, l1) - linear) / (new**power / rate + 2 * l2)
        return w, new, linear
