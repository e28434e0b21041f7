"""What is known of tensors without computing: everything, since their values are here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike


def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value of a tensor as an array; None for a variable, whose value may change, and for an
    input of a model, which has none.

    What is no tensor is returned as it is.

    >>> tf.get_static_value(tf.constant([1, 2]))
    array([1, 2], dtype=int32)
    """
    if isinstance(tensor, _core.Variable) or hasattr(type(tensor), "__tensor_function__"):
        return None
    return tensor.numpy() if isinstance(tensor, _core.Tensor) else tensor


def shape_n(
    input: Sequence[Any],
    out_type: DTypeLike = _core.int32,
    name: str | None = None,
) -> list[_core.Tensor]:
    """The shapes of several tensors, each as a vector.

    >>> [shape.numpy().tolist() for shape in tf.shape_n([tf.zeros([2, 3]), tf.zeros([])])]
    [[2, 3], []]
    """
    return [_core.shape(tensor, out_type=out_type) for tensor in input]


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> _core.TensorShape:
    """The shape to which both broadcast; None where a length is not known.

    Errors: `ValueError` if they do not broadcast.

    >>> tf.broadcast_static_shape(tf.TensorShape([2, 1]), tf.TensorShape([3]))
    TensorShape([2, 3])
    """
    shapes = [_core.TensorShape(shape) for shape in (shape_x, shape_y)]
    if any(shape.rank is None for shape in shapes):
        return _core.TensorShape(None)
    x, y = (list(shape.as_list()) for shape in shapes)
    longest = max(len(x), len(y))
    pairs = zip(_padded(x, longest), _padded(y, longest), strict=True)
    lengths = [_common(*pair) for pair in pairs]
    if -1 in lengths:
        raise ValueError(
            "Incompatible shapes for broadcasting. Two shapes are compatible if for each dimension "
            "pair they are either equal or one of them is 1. Received: "
            f"{shapes[0]} and {shapes[1]}."
        )
    return _core.TensorShape(lengths)


def _padded(lengths: list[int | None], count: int) -> list[int | None]:
    return [1] * (count - len(lengths)) + lengths


def _common(x: int | None, y: int | None) -> int | None:
    """The length to which both broadcast, -1 if there is none."""
    if x == y or y == 1:
        return x
    if x == 1 or x is None:
        return y
    return x if y is None else -1


def is_symbolic_tensor(tensor: Any) -> bool:
    """Whether a tensor has no value yet: no tensor of this library is like that."""
    return False


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether it is a tensor, not a variable, of numbers.

    >>> tf.debugging.is_numeric_tensor(tf.constant(1)), tf.debugging.is_numeric_tensor(1)
    (True, False)
    """
    if not isinstance(tensor, _core.Tensor):
        return False
    dtype = tensor.dtype
    return bool(dtype.is_floating or dtype.is_integer or dtype.is_complex)


TensorLike = (
    _core.Tensor
    | _core.Variable
    | int
    | float
    | bool
    | str
    | bytes
    | complex
    | tuple
    | list
    | np.ndarray
    | np.generic
)
