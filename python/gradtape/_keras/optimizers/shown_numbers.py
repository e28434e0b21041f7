"""Numbers of the optimizers of Keras up to 2.10 as programs see them: variables, as in Keras 2.

A callback hands `optimizer.momentum` or `optimizer.decay` to `keras.backend.set_value`.
Invariant: what the library itself reads makes no variable, so a step makes none; one that a program
has read, or given, is what each step reads from then on, and what is assigned later goes into it.
The variable of `decay` holds what was given, and the rate falls by that, whatever is assigned.
"""

from __future__ import annotations

import sys
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from .. import settings

_OURS = __name__.partition(".")[0]


class ShownNumber:
    """The attribute of one number, kept under its own name among the optimizer's attributes.

    >>> import gradtape as tf
    >>> tf.keras.optimizers.legacy.SGD(momentum=0.5).momentum  # with Keras 2 it is a variable
    0.5
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, optimizer: Any, cls: type | None = None) -> Any:
        if optimizer is None:
            return self
        attributes = vars(optimizer)
        if self._name not in attributes:  # then it may be a number of the program's own
            raise AttributeError(self._name)
        value = attributes[self._name]
        if isinstance(value, (float, int)) and is_keras_2_asked_for() and _is_asked_from_outside():
            value = attributes[self._name] = self._variable(optimizer, float(value))
        return value

    def _variable(self, optimizer: Any, value: float) -> _core.Variable:
        """Named after the optimizer if that has begun, for which Keras 2 makes all of them."""
        name = f"{optimizer.name}/{self._name}" if optimizer.built else self._name
        return _core.Variable(value, trainable=False, name=name, dtype=settings.default_dtype())

    def __set__(self, optimizer: Any, value: Any) -> None:
        held = vars(optimizer).get(self._name)
        if isinstance(held, _core.Variable) and isinstance(value, (float, int, _core.Tensor)):
            held.assign(_core.cast(value, held.dtype))
        else:
            vars(optimizer)[self._name] = value

    def __delete__(self, optimizer: Any) -> None:
        del vars(optimizer)[self._name]


def _is_asked_from_outside() -> bool:
    """Whether it is not the library that reads the attribute, or a function of Python's for it."""
    reader = sys._getframe(2).f_globals.get("__name__", "")
    return bool(reader.partition(".")[0] != _OURS)
