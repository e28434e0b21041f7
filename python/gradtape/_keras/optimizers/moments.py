"""Rules with moving averages of the gradient: Adamax, Nadam, Lamb and Lion."""

from __future__ import annotations

import math
from dataclasses import InitVar
from typing import Any, ClassVar

from ... import _core
from ..arguments import Number, argument
from .given import Epsilon
from .optimizer import LearningRate, registry
from .options import OptimizerOptions
from .over_tensors import Slope, TensorRule
from .precision import known, single
from .traced_counts import TracedProduct


class _Moments(TensorRule, OptimizerOptions):
    """The arguments of Adam without its variants."""

    _slot_names = ("momentum", "velocity")
    _lists: ClassVar[dict[str, str]] = {"_momentums": "momentum", "_velocities": "velocity"}

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    beta_1: Number = argument(default=0.9)
    beta_2: Number = argument(default=0.999)
    epsilon: Epsilon = argument(default=1e-7)

    def _means(
        self, g: Slope, m: _core.Tensor, v: _core.Tensor
    ) -> tuple[_core.Tensor, _core.Tensor]:
        """The moving averages of the gradient and of its square."""
        return m + (g.sum - m) * (1 - self.beta_1), v + (g.square - v) * (1 - self.beta_2)


@registry.add()
class Adamax(_Moments):
    """Adam with the largest gradient in place of the mean square (Kingma and Ba, 2014).

    `m += (1 - beta_1) * (g - m)`, `u = max(beta_2 * u, |g|)`, and at step t `w -= learning_rate /
    (1 - beta_1**t) * m / (u + epsilon)`.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.Adamax(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.9, 2.1]
    """

    _slot_names = ("momentum", "norm")
    _lists: ClassVar[dict[str, str]] = {"_m": "momentum", "_u": "norm"}

    def _new_share(self) -> float:
        """What a new gradient counts in their average."""
        return 1 - self.beta_1

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        m, u = slots
        m = m + (g.sum - m) * self._new_share()
        u = _core.maximum(u * self.beta_2, g.size)
        return w - rate * m / ((u + self.epsilon) * known(self.beta_1, step, w.dtype)), m, u


@registry.add()
class Nadam(TracedProduct, _Moments):
    """Adam with Nesterov momentum (Dozat, 2016), whose `beta_1` grows as `1 - 0.96**t / 2` does.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.Nadam(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.8937, 2.1063]
    """

    _growth = 0.96
    _product = (0, 1.0)  # a step, and the product of all betas up to it

    def _beta_at(self, step: int) -> float:
        return single(self.beta_1) * (1.0 - 0.5 * single(self._growth) ** step)

    def _product_at(self, step: int) -> float:
        """The one number that Keras keeps with all its digits."""
        if self._counts is not None:
            return self._traced_product(step, self._beta_at(step))
        known, product = self._product if self._product[0] <= step else (0, 1.0)
        for number in range(known + 1, step + 1):
            product *= self.beta_1 * (1.0 - 0.5 * self._growth**number)
        self._product = (step, product)
        return product

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        m, v = slots
        m = m + (g.sum - m) * (1 - single(self.beta_1))
        v = v + (g.square - v) * (1 - single(self.beta_2))
        now, after, product = self._beta_at(step), self._beta_at(step + 1), self._product_at(step)
        share = (
            math.inf if product == 1 else (1 - now) / (1 - product)
        )  # lost in a graph of Keras 2
        ahead = m * (after / (1 - product * after)) + g.sum * share
        root = _core.sqrt(v / known(self.beta_2, step, w.dtype))
        return w - ahead * rate / (root + self.epsilon), m, v


@registry.add()
class Lamb(_Moments):
    """Adam whose change of a variable has the norm of the variable (You and others, 2019)."""

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        m, v = self._means(g, *slots)
        root = _core.sqrt(v / known(self.beta_2, step, w.dtype)) + self.epsilon
        change = m / known(self.beta_1, step, w.dtype) / root
        sizes = (_core.sqrt(_core.reduce_sum(_core.square(x))) for x in (w, change))
        of_w, of_change = (float(size) for size in sizes)
        ratio = of_w / of_change if of_w > 0 and of_change > 0 else 1.0
        return w - change * (ratio * rate), m, v


@registry.add()
class Lion(TensorRule, OptimizerOptions, defaults_in_keras_2={"learning_rate": 1e-4}):
    """Goes by the sign of a moving average alone (Chen and others, 2023).

    `w -= learning_rate * sign(beta_1 * m + (1 - beta_1) * g)`, `m = beta_2 * m + (1 - beta_2) * g`.

    >>> import gradtape as tf
    >>> w = tf.Variable([1.0, 2.0])
    >>> _ = tf.keras.optimizers.Lion(0.1).apply_gradients([(tf.constant([0.5, -1.0]), w)])
    >>> [round(float(x), 4) for x in w]
    [0.9, 2.1]
    """

    _slot_names = ("momentum",)
    _lists: ClassVar[dict[str, str]] = {"_momentums": "momentum", "momentums": "momentum"}

    learning_rate: InitVar[LearningRate] = argument(default=0.001)
    beta_1: Number = argument(default=0.9)
    beta_2: Number = argument(default=0.99)

    def _initialize(self) -> None:
        if not 0 < self.beta_1 <= 1:
            raise ValueError(
                "Argument `beta_1` must be in the [0, 1] range. Otherwise, the optimizer "
                f"degenerates to SignSGD. Received: beta_1={self.beta_1}."
            )

    def _step(
        self, w: _core.Tensor, g: Slope, slots: list[Any], rate: float, step: int
    ) -> tuple[Any, ...]:
        (m,), first, second = slots, single(self.beta_1), single(self.beta_2)
        change = _core.sign(m * first + g.sum * (1.0 - first))
        return w - change * rate, m * second + g.sum * (1.0 - second)
