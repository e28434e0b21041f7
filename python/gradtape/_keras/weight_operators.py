"""Operators of Keras 3's variables of whole numbers: both sides are promoted, as by `keras.ops`.

Invariant: what a plain variable computes is left to it where the dtypes agree. Those of floats,
which layers compute with, have the operators of plain variables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError
from .promotion import alike

Operator = Callable[[Any, Any], Any]

# What a plain variable takes as it is, or refuses.
_TAKEN = {bool, int, float, _core.Tensor}
_KINDS = (bool, int, float, list, tuple, np.ndarray, np.generic, _core.Tensor, _core.Variable)


def _operator(name: str, is_division: bool = False) -> Operator:
    of_variables: Operator = getattr(_core.Variable, name)
    of_tensors: Operator = getattr(_core.Tensor, name)

    def operator(self: Any, other: Any) -> Any:
        if type(other) in _TAKEN and not is_division:
            try:
                return of_variables(self, other)
            except (TypeError, InvalidArgumentError):
                pass
        if not isinstance(other, _KINDS):
            return of_variables(self, other)
        return of_tensors(*alike(self, other, least=float if is_division else None))

    operator.__name__ = name
    return operator


class PromotedOperators:
    """A variable whose operators have the dtype that Keras gives a result.

    >>> import gradtape as tf
    >>> steps = tf.keras.Variable([2, 3])
    >>> (steps * 0.5).numpy().tolist(), (1 - steps).dtype
    ([1.0, 1.5], tf.int32)
    """

    __slots__ = ()

    __add__ = _operator("__add__")
    __radd__ = _operator("__radd__")
    __sub__ = _operator("__sub__")
    __rsub__ = _operator("__rsub__")
    __mul__ = _operator("__mul__")
    __rmul__ = _operator("__rmul__")
    __truediv__ = _operator("__truediv__", is_division=True)
    __rtruediv__ = _operator("__rtruediv__", is_division=True)
    __floordiv__ = _operator("__floordiv__")
    __rfloordiv__ = _operator("__rfloordiv__")
    __mod__ = _operator("__mod__")
    __rmod__ = _operator("__rmod__")
    __pow__ = _operator("__pow__")
    __rpow__ = _operator("__rpow__")
    __lt__ = _operator("__lt__")
    __le__ = _operator("__le__")
    __gt__ = _operator("__gt__")
    __ge__ = _operator("__ge__")
