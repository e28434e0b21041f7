"""Moving averages of one variable, as layers of a program's own keep them."""

from __future__ import annotations

from typing import Any

from ... import _core


def assign_moving_average(
    variable: Any, value: Any, decay: Any, zero_debias: bool = False, name: str | None = None
) -> Any:
    """Move a variable towards a value: `variable -= (variable - value) * (1 - decay)`.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private.averages import assign_moving_average
    >>> float(assign_moving_average(tf.Variable(1.0), 3.0, 0.75))
    1.5
    """
    if zero_debias:
        raise NotImplementedError(
            "zero_debias is of version 1's graphs. What to do: tf.train.ExponentialMovingAverage "
            "has zero_debias, or divide by 1 - decay ** steps."
        )
    keep = _core.cast(1.0 - _core.convert_to_tensor(decay), variable.dtype)
    with _core.stop_recording_all():
        variable.assign_sub((variable - _core.cast(value, variable.dtype)) * keep)
    return variable
