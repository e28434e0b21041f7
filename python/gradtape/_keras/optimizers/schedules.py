"""Learning rates that change with the number of steps.

A schedule is called with a step (a number or a tensor, of any shape) and returns the rate there as
a tensor of float32, whatever `floatx` is, as in Keras.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ... import _core
from .. import lookup
from ..arguments import Argument, Declared, Flag, Number, OptionalNumber, argument, config_of
from ..lookup import Registry

if TYPE_CHECKING:
    from ..._typing import TensorLike

registry = Registry("learning rate schedule")
deserialize = registry.deserialize


def serialize(learning_rate_schedule: Any, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of a schedule."""
    return lookup.serialize(learning_rate_schedule, use_legacy_format)


class LearningRateSchedule:
    """Base of the schedules; a subclass defines `__call__(step)` and `get_config`."""

    def __call__(self, step: TensorLike) -> Any:
        raise NotImplementedError("A learning rate schedule must override `__call__()`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal schedule; all attributes, where none are declared."""
        return config_of(self) if isinstance(self, Declared) else dict(vars(self))

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> LearningRateSchedule:
        """The schedule with these arguments."""
        return cls(**config)


def as_float(step: TensorLike) -> _core.Tensor:
    return _core.cast(_core.convert_to_tensor(step), _core.float32)


class Steps(Argument[float, float]):
    """A number of steps, above 0."""

    def convert(self, owner: Any, value: float) -> float:
        if value <= 0:
            raise ValueError(f"Argument `{self.name}` must be > 0. Received: {self.name}={value}")
        return value


_UNNAMED = {"name": None}


class Text(Argument[str, str]):
    """A name."""


class Numbers(Argument[Any, list[float]]):
    """A list of numbers."""

    def convert(self, owner: Any, value: Any) -> list[float]:
        return list(value)


@registry.add()
class ExponentialDecay(LearningRateSchedule, Declared, defaults_in_keras_2=_UNNAMED):
    """`initial_learning_rate * decay_rate ** (step / decay_steps)`.

    `staircase` rounds the exponent down.

    >>> import gradtape as tf
    >>> schedules = tf.keras.optimizers.schedules
    >>> schedule = schedules.ExponentialDecay(0.1, decay_steps=10, decay_rate=0.5)
    >>> round(float(schedule(5)), 7)
    0.0707107
    """

    initial_learning_rate: Number = argument()
    decay_steps: Steps = argument()
    decay_rate: Number = argument()
    staircase: Flag = argument(default=False)
    name: Text = argument(default="ExponentialDecay")

    def __call__(self, step: TensorLike) -> _core.Tensor:
        exponent = as_float(step) / float(self.decay_steps)
        exponent = _core.floor(exponent) if self.staircase else exponent
        return self.initial_learning_rate * float(self.decay_rate) ** exponent


@registry.add()
class InverseTimeDecay(LearningRateSchedule, Declared, defaults_in_keras_2=_UNNAMED):
    """`initial_learning_rate / (1 + decay_rate * step / decay_steps)`.

    `staircase` rounds the quotient down.
    """

    initial_learning_rate: Number = argument()
    decay_steps: Steps = argument()
    decay_rate: Number = argument()
    staircase: Flag = argument(default=False)
    name: Text = argument(default="InverseTimeDecay")

    def __call__(self, step: TensorLike) -> _core.Tensor:
        quotient = as_float(step) / float(self.decay_steps)
        quotient = _core.floor(quotient) if self.staircase else quotient
        return self.initial_learning_rate / (1.0 + self.decay_rate * quotient)


@registry.add("PiecewiseConstant")
class PiecewiseConstantDecay(LearningRateSchedule, Declared, defaults_in_keras_2=_UNNAMED):
    """`values[i]` up to and including step `boundaries[i]`, the last value after that.

    `ValueError` unless there is one value more than there are boundaries.
    """

    boundaries: Numbers = argument()
    values: Numbers = argument()
    name: Text = argument(default="PiecewiseConstant")

    def _initialize(self) -> None:
        if len(self.boundaries) != len(self.values) - 1:
            raise ValueError(
                "The length of boundaries should be 1 less than the length of values. Received: "
                f"boundaries={self.boundaries} of length {len(self.boundaries)}, and "
                f"values={self.values} of length {len(self.values)}."
            )

    def __call__(self, step: TensorLike) -> _core.Tensor:
        step = as_float(step)
        rate = _core.fill(step.shape, float(self.values[-1]))
        for boundary, value in zip(
            reversed(self.boundaries), reversed(self.values[:-1]), strict=True
        ):
            rate = _core.where(step <= float(boundary), float(value), rate)
        return rate


@registry.add()
class PolynomialDecay(LearningRateSchedule, Declared, defaults_in_keras_2=_UNNAMED):
    """From the initial to the end rate over `decay_steps`, as `(1 - t) ** power`.

    With `cycle` the length is multiplied up to the next multiple of `decay_steps` instead of
    stopping at the end.
    """

    initial_learning_rate: Number = argument()
    decay_steps: Steps = argument()
    end_learning_rate: Number = argument(default=0.0001)
    power: Number = argument(default=1.0)
    cycle: Flag = argument(default=False)
    name: Text = argument(default="PolynomialDecay")

    def __call__(self, step: TensorLike) -> _core.Tensor:
        step = as_float(step)
        length: Any = float(self.decay_steps)
        if self.cycle:
            length = length * _core.maximum(_core.ceil(step / length), 1.0)
        fraction = _core.minimum(step / length, 1.0)
        span = self.initial_learning_rate - self.end_learning_rate
        return span * (1.0 - fraction) ** float(self.power) + self.end_learning_rate


@registry.add()
class CosineDecay(LearningRateSchedule, Declared, defaults_in_keras_2=_UNNAMED):
    """Half a cosine from the rate to `alpha` times the rate (Loshchilov and Hutter, 2016).

    With `warmup_target`, the rate first goes in a line from `initial_learning_rate` to it over
    `warmup_steps`.
    """

    initial_learning_rate: Number = argument()
    decay_steps: Steps = argument()
    alpha: Number = argument(default=0.0)
    name: Text = argument(default="CosineDecay")
    warmup_target: OptionalNumber = argument(default=None)
    warmup_steps: Number = argument(default=0)

    def __call__(self, step: TensorLike) -> _core.Tensor:
        step = as_float(step)
        if self.warmup_target is None:
            return self._decayed(step, self.initial_learning_rate)
        start, warmup = self.initial_learning_rate, float(self.warmup_steps)
        decayed = self._decayed(step - warmup, self.warmup_target)
        if not warmup:
            return decayed
        warming = start + (self.warmup_target - start) * (step / warmup)
        return _core.where(step < warmup, warming, decayed)

    def _decayed(self, step: _core.Tensor, rate: float) -> _core.Tensor:
        fraction = _core.clip_by_value(step / float(self.decay_steps), 0.0, 1.0)
        return rate * ((1.0 - self.alpha) * _half_cosine(fraction) + self.alpha)


@registry.add()
class CosineDecayRestarts(LearningRateSchedule, Declared, defaults_in_keras_2=_UNNAMED):
    """`CosineDecay` that starts again after `first_decay_steps` (Loshchilov and Hutter, 2016).

    Each period is `t_mul` times as long as the one before, and starts at `m_mul` times its rate.

    >>> import gradtape as tf
    >>> schedule = tf.keras.optimizers.schedules.CosineDecayRestarts(0.1, 10)
    >>> [round(float(schedule(step)), 4) for step in (0, 5, 10, 20)]
    [0.1, 0.05, 0.1, 0.05]
    """

    initial_learning_rate: Number = argument()
    first_decay_steps: Steps = argument()
    t_mul: Number = argument(default=2.0)
    m_mul: Number = argument(default=1.0)
    alpha: Number = argument(default=0.0)
    name: Text = argument(default="SGDRDecay")

    def __call__(self, step: TensorLike) -> _core.Tensor:
        periods = as_float(step) / float(self.first_decay_steps)
        if self.t_mul == 1.0:
            number = _core.floor(periods)
            fraction = periods - number
        else:
            ratio = float(self.t_mul)
            grown = 1.0 - periods * (1.0 - ratio)
            number = _core.floor(_core.log(grown) / math.log(ratio))
            start = (1.0 - ratio**number) / (1.0 - ratio)
            fraction = (periods - start) / ratio**number
        height = float(self.m_mul) ** number * _half_cosine(fraction)
        return self.initial_learning_rate * ((1.0 - self.alpha) * height + self.alpha)


def _half_cosine(fraction: _core.Tensor) -> _core.Tensor:
    """From 1 to 0 while `fraction` goes from 0 to 1."""
    return 0.5 * (1.0 + _core.cos(math.pi * fraction))
