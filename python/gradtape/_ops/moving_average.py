"""`ExponentialMovingAverage`: smoothed copies of variables, as models are evaluated with.

Invariant: a variable has one average, which lives as long as the object that keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike


class ExponentialMovingAverage:
    """Averages of variables: `average = decay * average + (1 - decay) * variable` at each `apply`.

    An average begins as the variable is at the first `apply`. With `num_updates` (a number, tensor
    or variable) the decay is at most `(1 + num_updates) / (10 + num_updates)`, so that averages
    follow quickly at first. `ValueError` in `apply` for what is no variable of floating point.

    >>> import gradtape as tf
    >>> x = tf.Variable(0.0)
    >>> averages = tf.train.ExponentialMovingAverage(decay=0.9)
    >>> averages.apply([x])
    >>> _ = x.assign(1.0)
    >>> averages.apply([x])
    >>> round(float(averages.average(x)), 6)
    0.1
    """

    def __init__(
        self,
        decay: Any,
        num_updates: TensorLike | None = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        self._decay, self._num_updates, self._name = decay, num_updates, name
        self._averages: dict[Any, _core.Variable] = {}

    @property
    def name(self) -> str:
        """The name, with which those of the averages end."""
        return self._name

    def apply(self, var_list: Sequence[_core.Variable] | None = None) -> None:
        """Move the averages of these variables towards what they are now."""
        if var_list is None:
            raise ValueError("There is no collection of variables: give apply a list of them.")
        left = 1.0 - self._decay_now()
        for variable in var_list:
            average = self._average_of(variable)
            average.assign_sub((average - variable) * _core.cast(left, variable.dtype))

    def _decay_now(self) -> _core.Tensor:
        decay = _core.convert_to_tensor(self._decay, _core.float32)
        if self._num_updates is None:
            return decay
        count = _core.cast(self._num_updates, _core.float32)
        return _core.minimum(decay, (1.0 + count) / (10.0 + count))

    def _average_of(self, variable: Any) -> _core.Variable:
        if not isinstance(variable, _core.Variable) or not variable.dtype.is_floating:
            raise ValueError(f"An average is of a variable of floating point, not of {variable!r}.")
        known = self._averages.get(variable.ref())
        if known is None:
            name = self.average_name(variable)
            known = _core.Variable(variable.read_value(), trainable=False, name=name)
            self._averages[variable.ref()] = known
        return known

    def average(self, var: _core.Variable) -> _core.Variable | None:
        """The average of a variable, a variable itself; None before `apply` has had it."""
        return self._averages.get(var.ref())

    def variables_to_restore(self, moving_avg_variables: Any = None) -> dict[str, Any]:
        """Variables by the names under which a checkpoint has the values that they should get:
        those of their averages, where they have one."""
        given = [] if moving_avg_variables is None else moving_avg_variables
        return {self.average_name(variable): variable for variable in given}

    def average_name(self, var: _core.Variable) -> str:
        """The name of the average of a variable."""
        return f"{var.name.partition(':')[0]}/{self._name}"
