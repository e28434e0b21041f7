"""What libraries ask the class of tensors for, to make classes whose objects act like tensors.

They ask the class of variables too, where their own derive from it.
"""

from __future__ import annotations

from typing import Any

from .. import _core

_TWO_SIDED = "add and floordiv matmul mod mul or pow sub truediv xor"
_OTHERS = "abs eq ge getitem gt invert le lt ne neg"
_NAMES = [*_OTHERS.split(), *_TWO_SIDED.split(), *(f"r{name}" for name in _TWO_SIDED.split())]


def tell_of_operators() -> None:
    """Gives `Tensor` the names of its operators, and other names of its truth and its values.

    A class of variables that takes over all operators has them already, by inheritance.
    """
    tensor = _core.Tensor
    tensor.OVERLOADABLE_OPERATORS = frozenset(f"__{name}__" for name in _NAMES)  # type: ignore[attr-defined]
    tensor._numpy = tensor.numpy  # type: ignore[attr-defined]
    tensor.__nonzero__ = tensor.__bool__  # type: ignore[attr-defined]
    _core.Variable._OverloadAllOperators = classmethod(_has_them)  # type: ignore[attr-defined]


def _has_them(cls: type[Any]) -> None:
    """The operators of a class of variables convert its objects, as those of `Tensor` would."""
