"""The learning rate of an optimizer, as programs and callbacks see it.

A schedule's rate is that of the next step; in Keras 2 it is a variable, which has that of the last
step that this optimizer has made, and which callbacks may set, though the next step sets it anew.
Its legacy optimizers show the schedule itself, whose place a number may take.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from .given import rate_at
from .schedules import LearningRateSchedule


class HasRate:
    """Mixin of `Optimizer`."""

    _learning_rate: Any
    _iterations: _core.Variable
    _variable: Any
    _learning_rate_from: Any
    _current_rate: _core.Variable | None = None  # in Keras 2, where the rate follows a schedule
    _shows_schedule = False

    @property
    def learning_rate(self) -> Any:
        """The variable that holds the rate; the rate at this step if it follows a schedule.

        Set it to a number; `TypeError` if it follows a schedule.
        """
        rate = self._learning_rate
        if self._shows_schedule and isinstance(rate, LearningRateSchedule):
            return rate
        return self._rate_of_step()

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        if isinstance(value, LearningRateSchedule) or callable(value):
            self._learning_rate = value
        elif self._shows_schedule and isinstance(self._learning_rate, LearningRateSchedule):
            self._learning_rate = self._learning_rate_from(value)
        elif callable(self._learning_rate):
            raise TypeError(
                "This optimizer was created with a `LearningRateSchedule` object as its "
                "`learning_rate` constructor argument, hence its learning rate is not settable. If "
                "you need the learning rate to be settable, you should instantiate the optimizer "
                "with a float `learning_rate` argument."
            )
        else:
            self._learning_rate.assign(float(value))

    lr = learning_rate

    def _rate_of_step(self) -> Any:
        if isinstance(self._learning_rate, LearningRateSchedule):
            if is_keras_2_asked_for():
                return self._shown_rate()
            return rate_at(self._learning_rate, self._iterations)
        return self._learning_rate() if callable(self._learning_rate) else self._learning_rate

    def _shown_rate(self) -> _core.Variable:
        if self._current_rate is None:
            rate = rate_at(self._learning_rate, _core.zeros_like(self._iterations))
            self._current_rate = self._variable("current_learning_rate", rate, rate.dtype)
        return self._current_rate

    def _follow_schedule(self) -> None:
        """A step begins: in Keras 2 the variable gets its rate."""
        if isinstance(self._learning_rate, LearningRateSchedule) and is_keras_2_asked_for():
            rate = rate_at(self._learning_rate, self._iterations)
            _core.Variable.assign(self._shown_rate(), rate, read_value=False)
