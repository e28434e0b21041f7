"""Learning rates that change with the number of steps.

A schedule is called with a step (a number or a tensor, of any shape) and returns the rate there as
a tensor of `floatx`.
"""

from __future__ import annotations

import math
from typing import Any

from ... import _core
from .. import settings
from ..lookup import Registry, serialize as serialize

registry = Registry("learning rate schedule")
deserialize = registry.find


class LearningRateSchedule:
    """Base of the schedules; a subclass defines `__call__(step)` and `get_config`."""

    def __call__(self, step: Any) -> Any:
        raise NotImplementedError("A learning rate schedule must override `__call__()`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal schedule: here, all attributes."""
        return dict(vars(self))

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> LearningRateSchedule:
        """The schedule with these arguments."""
        return cls(**config)


def _float(step: Any) -> Any:
    return _core.cast(_core.convert_to_tensor(step), settings.default_dtype())


def _require_positive(decay_steps: float) -> None:
    if decay_steps <= 0:
        raise ValueError(f"Argument `decay_steps` must be > 0. Received: decay_steps={decay_steps}")


@registry.add()
class ExponentialDecay(LearningRateSchedule):
    """`initial_learning_rate * decay_rate ** (step / decay_steps)`.

    `staircase` rounds the exponent down.

    >>> import gradtape as tf
    >>> schedules = tf.keras.optimizers.schedules
    >>> schedule = schedules.ExponentialDecay(0.1, decay_steps=10, decay_rate=0.5)
    >>> round(float(schedule(5)), 7)
    0.0707107
    """

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        decay_rate: float,
        staircase: bool = False,
        name: str = "ExponentialDecay",
    ) -> None:
        _require_positive(decay_steps)
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps, self.decay_rate = decay_steps, decay_rate
        self.staircase, self.name = staircase, name

    def __call__(self, step: Any) -> Any:
        exponent = _float(step) / float(self.decay_steps)
        exponent = _core.floor(exponent) if self.staircase else exponent
        return self.initial_learning_rate * float(self.decay_rate) ** exponent


@registry.add()
class InverseTimeDecay(LearningRateSchedule):
    """`initial_learning_rate / (1 + decay_rate * step / decay_steps)`.

    `staircase` rounds the quotient down.
    """

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        decay_rate: float,
        staircase: bool = False,
        name: str = "InverseTimeDecay",
    ) -> None:
        _require_positive(decay_steps)
        self.initial_learning_rate = initial_learning_rate
        self.decay_steps, self.decay_rate = decay_steps, decay_rate
        self.staircase, self.name = staircase, name

    def __call__(self, step: Any) -> Any:
        quotient = _float(step) / float(self.decay_steps)
        quotient = _core.floor(quotient) if self.staircase else quotient
        return self.initial_learning_rate / (1.0 + self.decay_rate * quotient)


@registry.add("PiecewiseConstant")
class PiecewiseConstantDecay(LearningRateSchedule):
    """`values[i]` up to and including step `boundaries[i]`, the last value after that.

    `ValueError` unless there is one value more than there are boundaries.
    """

    def __init__(self, boundaries: Any, values: Any, name: str = "PiecewiseConstant") -> None:
        if len(boundaries) != len(values) - 1:
            raise ValueError(
                "The length of boundaries should be 1 less than the length of values. Received: "
                f"boundaries={boundaries} of length {len(boundaries)}, and values={values} of "
                f"length {len(values)}."
            )
        self.boundaries, self.values, self.name = list(boundaries), list(values), name

    def __call__(self, step: Any) -> Any:
        step = _float(step)
        rate = _core.fill(step.shape, float(self.values[-1]))
        for boundary, value in zip(
            reversed(self.boundaries), reversed(self.values[:-1]), strict=True
        ):
            rate = _core.where(step <= float(boundary), float(value), rate)
        return rate


@registry.add()
class PolynomialDecay(LearningRateSchedule):
    """From the initial to the end rate over `decay_steps`, as `(1 - t) ** power`.

    With `cycle` the length is multiplied up to the next multiple of `decay_steps` instead of
    stopping at the end.
    """

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        end_learning_rate: float = 0.0001,
        power: float = 1.0,
        cycle: bool = False,
        name: str = "PolynomialDecay",
    ) -> None:
        _require_positive(decay_steps)
        self.initial_learning_rate, self.decay_steps = initial_learning_rate, decay_steps
        self.end_learning_rate, self.power = end_learning_rate, power
        self.cycle, self.name = cycle, name

    def __call__(self, step: Any) -> Any:
        step = _float(step)
        length: Any = float(self.decay_steps)
        if self.cycle:
            length = length * _core.maximum(_core.ceil(step / length), 1.0)
        fraction = _core.minimum(step / length, 1.0)
        span = self.initial_learning_rate - self.end_learning_rate
        return span * (1.0 - fraction) ** float(self.power) + self.end_learning_rate


@registry.add()
class CosineDecay(LearningRateSchedule):
    """Half a cosine from the rate to `alpha` times the rate (Loshchilov and Hutter, 2016).

    With `warmup_target`, the rate first goes in a line from `initial_learning_rate` to it over
    `warmup_steps`.
    """

    def __init__(
        self,
        initial_learning_rate: float,
        decay_steps: float,
        alpha: float = 0.0,
        name: str = "CosineDecay",
        warmup_target: float | None = None,
        warmup_steps: float = 0,
    ) -> None:
        _require_positive(decay_steps)
        self.initial_learning_rate, self.decay_steps = initial_learning_rate, decay_steps
        self.alpha, self.name = alpha, name
        self.warmup_target, self.warmup_steps = warmup_target, warmup_steps

    def __call__(self, step: Any) -> Any:
        step = _float(step)
        if self.warmup_target is None:
            return self._decayed(step, self.initial_learning_rate)
        start, warmup = self.initial_learning_rate, float(self.warmup_steps)
        decayed = self._decayed(step - warmup, self.warmup_target)
        if not warmup:
            return decayed
        warming = start + (self.warmup_target - start) * (step / warmup)
        return _core.where(step < warmup, warming, decayed)

    def _decayed(self, step: Any, rate: float) -> Any:
        fraction = _core.clip_by_value(step / float(self.decay_steps), 0.0, 1.0)
        cosine = 0.5 * (1.0 + _core.cos(math.pi * fraction))
        return rate * ((1.0 - self.alpha) * cosine + self.alpha)
