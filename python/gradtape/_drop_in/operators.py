"""What libraries ask the class of tensors for, to make classes whose objects act like tensors."""

from __future__ import annotations

from .. import _core

_TWO_SIDED = "add and floordiv matmul mod mul or pow sub truediv xor"
_OTHERS = "abs eq ge getitem gt invert le lt ne neg"
_NAMES = [*_OTHERS.split(), *_TWO_SIDED.split(), *(f"r{name}" for name in _TWO_SIDED.split())]


def tell_of_operators() -> None:
    """Gives `Tensor` the names of its operators, and other names of its truth and its values."""
    tensor = _core.Tensor
    tensor.OVERLOADABLE_OPERATORS = frozenset(f"__{name}__" for name in _NAMES)  # type: ignore[attr-defined]
    tensor._numpy = tensor.numpy  # type: ignore[attr-defined]
    tensor.__nonzero__ = tensor.__bool__  # type: ignore[attr-defined]
