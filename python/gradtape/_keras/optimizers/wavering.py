"""Schedules of Keras 2 in which a line and several half cosines meet (Bello and others, 2017)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ... import _core
from ..arguments import Declared, Number, argument
from .schedules import LearningRateSchedule, Steps, Text, as_float, registry

if TYPE_CHECKING:
    from ..._typing import TensorLike


@registry.add()
class LinearCosineDecay(LearningRateSchedule, Declared):
    """The rate times `(alpha + line) * cosine + beta`, over `decay_steps`.

    >>> import gradtape as tf
    >>> schedule = tf.keras.experimental.LinearCosineDecay(0.5, 10)
    >>> [round(float(schedule(step)), 4) for step in (0, 5, 10)]
    [0.5005, 0.1255, 0.0005]
    """

    initial_learning_rate: Number = argument()
    decay_steps: Steps = argument()
    num_periods: Number = argument(default=0.5)
    alpha: Number = argument(default=0.0)
    beta: Number = argument(default=0.001)
    name: Text = argument(default="LinearCosineDecay")

    def __call__(self, step: TensorLike) -> Any:
        share = _core.minimum(as_float(step), self.decay_steps) / float(self.decay_steps)
        return self.initial_learning_rate * self._factor(share, 1.0 - share)

    def _factor(self, share: Any, line: Any) -> Any:
        cosine = 0.5 * (1.0 + _core.cos(2.0 * math.pi * float(self.num_periods) * share))
        return (self.alpha + line) * cosine + self.beta


@registry.add()
class NoisyLinearCosineDecay(LinearCosineDecay, first=("initial_learning_rate", "decay_steps")):
    """The same with noise on the line, whose variance is `initial_variance / (1 + step) **
    variance_decay`."""

    initial_variance: Number = argument(default=1.0)
    variance_decay: Number = argument(default=0.55)

    def __call__(self, step: TensorLike) -> Any:
        step = _core.minimum(as_float(step), self.decay_steps)
        share = step / float(self.decay_steps)
        variance = float(self.initial_variance) / (1.0 + step) ** float(self.variance_decay)
        noise = _core.random_normal(step.shape, dtype=step.dtype) * _core.sqrt(variance)
        return self.initial_learning_rate * self._factor(share, 1.0 - share + noise)
