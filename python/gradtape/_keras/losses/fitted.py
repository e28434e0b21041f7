"""Targets in the form in which a function of a program's own takes them.

Keras 3 gives such a function the targets as they are. Keras 2 gave it the dtype and the rank of the
outputs, and functions that count on that do not take anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import _core, errors

REFUSALS = (errors.InvalidArgumentError, TypeError, ValueError, IndexError)
Form = Callable[[_core.Tensor, _core.Tensor], _core.Tensor]


class Fitted:
    """A function of targets and outputs that gets the targets in the first form that it takes.

    That form is kept: a last batch of three would also be taken where columns are meant, and then
    broadcasts. Libraries ask it for its name, where it has one.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self._form: Form | None = None
        if hasattr(function, "__name__"):
            self.__name__ = function.__name__

    def __call__(self, y_true: Any, y_pred: Any, **options: Any) -> Any:
        if self._form is not None:
            return self.function(self._form(y_true, y_pred), y_pred, **options)
        try:
            return self.function(y_true, y_pred, **options)
        except REFUSALS:
            for form in _forms_of(y_true, y_pred):
                try:
                    value = self.function(form(y_true, y_pred), y_pred, **options)
                except REFUSALS:
                    continue
                self._form = form
                return value
            raise


def _forms_of(y_true: Any, y_pred: Any) -> list[Form]:
    """The forms, Keras 2's last, in which the targets would be something else than they are."""
    if isinstance(y_true, np.ndarray):
        y_true = _core.convert_to_tensor(y_true)
    if not all(isinstance(y, _core.Tensor) for y in (y_true, y_pred)):
        return []
    number = y_true.dtype.is_integer or y_true.dtype.is_floating
    other = number and y_pred.dtype.is_floating and y_true.dtype != y_pred.dtype
    vector = y_true.shape.rank == 1 and y_pred.shape.rank == 2
    fitting = {
        _in_dtype_of_outputs: other,
        _as_column: vector,
        _as_column_of_outputs: other and vector,
    }
    return [form for form, fits in fitting.items() if fits]


def _in_dtype_of_outputs(y_true: _core.Tensor, y_pred: _core.Tensor) -> _core.Tensor:
    return _core.cast(y_true, y_pred.dtype)


def _as_column(y_true: _core.Tensor, y_pred: _core.Tensor) -> _core.Tensor:
    return _core.expand_dims(y_true, -1)


def _as_column_of_outputs(y_true: _core.Tensor, y_pred: _core.Tensor) -> _core.Tensor:
    return _as_column(_in_dtype_of_outputs(y_true, y_pred), y_pred)
