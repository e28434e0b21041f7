"""Functions of the bits of integers; they have no gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._numpy import elementwise as numpy
from ..promotion import alike, tensor
from .calling import named

if TYPE_CHECKING:
    from ..._typing import TensorLike

Function = Callable[..., Any]


def _of_two(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike, y: TensorLike) -> _core.Tensor:
        return function(*alike(x, y))

    return named(call, name, says)


def _not(name: str, says: str) -> Function:
    def call(x: TensorLike) -> _core.Tensor:
        return numpy.bitwise_not(tensor(x))

    return named(call, name, says)


bitwise_and = _of_two("bitwise_and", numpy.bitwise_and, "The bits that both have.")
bitwise_or = _of_two("bitwise_or", numpy.bitwise_or, "The bits that one or both have.")
bitwise_xor = _of_two("bitwise_xor", numpy.bitwise_xor, "The bits that just one has.")
bitwise_not = _not("bitwise_not", "All bits turned over: `-x - 1` of signed integers.")
bitwise_invert = _not("bitwise_invert", "All bits turned over, as `bitwise_not`.")
bitwise_left_shift = _of_two("bitwise_left_shift", _core.left_shift, "`x * 2 ** y`, cut off.")
bitwise_right_shift = _of_two("bitwise_right_shift", _core.right_shift, "`x / 2 ** y`, down.")
left_shift = _of_two("left_shift", _core.left_shift, "As `bitwise_left_shift`.")
right_shift = _of_two("right_shift", _core.right_shift, "As `bitwise_right_shift`.")
