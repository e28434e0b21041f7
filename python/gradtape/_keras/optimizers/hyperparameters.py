"""Numbers of an optimizer by name, as optimizers of Keras 2 keep them: `_set_hyper`, `_get_hyper`.

A subclass sets them in its `__init__`; they can be read and assigned like attributes from then on.
Invariant: a number is a variable from the first time that it is read, and is saved as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from .. import lookup, settings
from ..arguments import Declared, values_of
from .schedules import LearningRateSchedule

if TYPE_CHECKING:
    from ..._typing import DTypeLike

_WHOLE = {bool: _core.bool, int: _core.int32}


class Hyperparameters:
    """Mixin of `Optimizer`."""

    _learning_rate: Any
    _iterations: _core.Variable
    _initial_decay: float
    _numbers: dict[str, Any]  # those that the rule itself does not have
    name: str

    @property
    def _hyper(self) -> dict[str, Any]:
        """All of them by name, as they were set."""
        declared = values_of(self) if isinstance(self, Declared) else {}
        return {"learning_rate": self._learning_rate, **declared, **self._numbers}

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("_numbers", ()):
            return self._get_hyper(name)
        if (slots := self._list_called(name)) is not None:
            return slots
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__.get("_numbers", ()):
            self._set_hyper(name, value)
        else:
            super().__setattr__(name, value)

    def _set_hyper(self, name: str, value: Any) -> None:
        """Give a hyperparameter a number, a schedule, a tensor or a callable without arguments."""
        if name == "learning_rate":
            self._set_learning_rate(value)
        elif isinstance(self, Declared) and name in values_of(self):
            object.__setattr__(self, name, value)
        else:
            self.__dict__.pop(name, None)  # an option of that name, which is the program's now
            held = self._numbers.get(name)
            if isinstance(held, _core.Variable) and not callable(value):
                held.assign(_core.cast(value, held.dtype))
            else:
                self._numbers[name] = value

    def _set_learning_rate(self, value: Any) -> None:
        held = self.__dict__.get("_learning_rate")
        if isinstance(held, _core.Variable) and not (callable(value) or isinstance(value, dict)):
            held.assign(_core.cast(value, held.dtype))
        else:
            self._learning_rate = self._build_learning_rate(value)

    def _get_hyper(self, name: str, dtype: DTypeLike = None) -> Any:
        """A hyperparameter in this dtype; a schedule as it is."""
        value = self._held(name)
        if isinstance(value, LearningRateSchedule):
            return value
        if callable(value):
            value = value()
        return value if dtype is None else _core.cast(value, dtype)

    def _held(self, name: str) -> Any:
        if name == "learning_rate":
            return self._learning_rate
        if name in self._numbers:
            self._create_hypers()
            return self._numbers[name]
        return getattr(self, name)

    def _create_hypers(self) -> None:
        """Make variables of the numbers."""
        for name, value in self._numbers.items():
            if not isinstance(value, (_core.Variable, _core.Tensor)) and not callable(value):
                dtype = _WHOLE.get(type(value)) or settings.default_dtype()
                self._numbers[name] = _core.Variable(
                    value, trainable=False, name=f"{self.name}/{name}", dtype=dtype
                )

    def _build_learning_rate(self, learning_rate: Any) -> Any:
        """What holds a learning rate: a variable for a number, a schedule as it is."""
        return self._learning_rate_from(learning_rate)

    def _serialize_hyperparameter(self, hyperparameter: Any) -> Any:
        """What a configuration holds of a number, which may be given by its name."""
        value = hyperparameter
        if isinstance(value, str):
            value = self._hyper[value] if value in self._hyper else getattr(self, value)
        if isinstance(value, LearningRateSchedule):
            return lookup.serialize(value)
        if callable(value):
            return value()
        if isinstance(value, (_core.Variable, _core.Tensor)):
            return value.numpy()
        return value

    def _decayed_lr(self, var_dtype: DTypeLike) -> Any:
        """The learning rate of this step in this dtype."""
        rate = self._get_hyper("learning_rate", var_dtype)
        step = _core.cast(self._iterations, var_dtype)
        if isinstance(rate, LearningRateSchedule):
            rate = _core.cast(rate(step), var_dtype)
        return rate / (1.0 + self._initial_decay * step) if self._initial_decay else rate

    def _variables_of_numbers(self) -> dict[str, Any]:
        """The variables among them by name."""
        found = self._numbers.items()
        return {name: value for name, value in found if isinstance(value, _core.Variable)}


def number(value: Any) -> float:
    """A number that may have become a variable or a tensor."""
    return float(np.asarray(value))
