"""What happens beside a step: moving averages of variables, gradients put aside for later."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for


class Averages:
    """Moving averages of all trained variables, if `use_ema` is among the options (taken out).

    `ValueError` for a momentum outside 0 ... 1 and a frequency that is no number of steps.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self.used = bool(options.pop("use_ema", False))
        self.momentum = options.pop("ema_momentum", 0.99)
        self.frequency = options.pop("ema_overwrite_frequency", None)
        self.variables: list[Any] = []
        self._trained: list[Any] = []
        if self.used and not 0 <= self.momentum <= 1:
            raise ValueError(
                "`ema_momentum` must be in the range [0, 1]. Received: "
                f"ema_momentum={self.momentum}"
            )
        if self.used and self.frequency is not None and not _is_positive(self.frequency):
            raise ValueError(
                "`ema_overwrite_frequency` must be an integer >= 1 or None. Received: "
                f"ema_overwrite_frequency={self.frequency}"
            )

    def build(self, owner: Any, trained: list[Any]) -> None:
        """Make the averages that are not there yet; later ones start with their variables, in
        Keras 2 all do."""
        if self.used:
            self._trained = trained
            for variable in trained[len(self.variables) :]:
                average = owner._state_of(variable, "average", variable.shape)
                if owner.built or is_keras_2_asked_for():  # the first step overwrites the others
                    average.assign(variable)
                self.variables.append(average)

    def follow(self, count: int) -> None:
        """Take in the variables as they are after step number `count`."""
        keep = self.momentum if count > 1 or is_keras_2_asked_for() else 0.0
        with _core.stop_recording_all():
            for variable, average in zip(self._trained, self.variables, strict=True):
                average.assign(average * keep + variable * (1 - keep))
        if self.frequency and count % self.frequency == 0:
            self.overwrite()

    def overwrite(self) -> None:
        """Assign the averages to the variables."""
        for variable, average in zip(self._trained, self.variables, strict=True):
            variable.assign(average)

    def follow_at_once(self) -> None:
        """Take the variables as they are for the averages."""
        for variable, average in zip(self._trained, self.variables, strict=True):
            average.assign(variable)

    def swap(self) -> None:
        """Put the averages in the place of the variables, and these in theirs."""
        for variable, average in zip(self._trained, self.variables, strict=True):
            value = variable.read_value()
            variable.assign(average)
            average.assign(value)

    def get_config(self) -> dict[str, Any]:
        """The options by name."""
        return {
            "use_ema": self.used,
            "ema_momentum": self.momentum,
            "ema_overwrite_frequency": self.frequency,
        }


class Accumulation:
    """Sums of gradients, for a step after every `steps` of them; None for a step after each.

    `ValueError` for numbers below 2.
    """

    def __init__(self, steps: int | None) -> None:
        if steps is not None and not (_is_positive(steps) and steps > 1):
            raise ValueError(
                "`gradient_accumulation_steps` must be an integer >= 2. Received: "
                f"gradient_accumulation_steps={steps}"
            )
        self.steps = steps
        self.variables: list[Any] = []

    def build(self, owner: Any, trained: list[Any]) -> None:
        """Make the sums that are not there yet."""
        if self.steps:
            for v in trained[len(self.variables) :]:
                self.variables.append(owner._state_of(v, "gradient_accumulator", v.shape))

    def is_due(self, iterations: _core.Variable) -> bool:
        """Whether the next gradient completes a step."""
        assert self.steps is not None
        return (int(iterations) + 1) % self.steps == 0

    def mean(self, grads: list[Any], places: list[int]) -> list[Any]:
        """The mean of these gradients and of those put aside."""
        sums = [self.variables[place] for place in places]
        return [(grad + kept) / self.steps for grad, kept in zip(grads, sums, strict=True)]

    def add(self, grads: list[Any], places: list[int]) -> None:
        """Put gradients aside."""
        for grad, place in zip(grads, places, strict=True):
            self.variables[place].assign_add(grad)

    def reset(self) -> None:
        """Forget what was put aside."""
        for variable in self.variables:
            variable.assign(_core.zeros_like(variable))


def _is_positive(number: Any) -> bool:
    return isinstance(number, int) and number >= 1
