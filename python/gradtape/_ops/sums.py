"""Sums of several tensors under an older name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike, TensorLike


def accumulate_n(
    inputs: Sequence[TensorLike], shape: ShapeLike = None, tensor_dtype: DTypeLike = None,
    name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """The sum of tensors of one shape and dtype, as `add_n`.

    `ValueError` for an empty list and other shapes, `TypeError` for another `tensor_dtype`.

    >>> tf.math.accumulate_n([[1.0, 2.0], [3.0, 4.0]]).numpy().tolist()
    [4.0, 6.0]
    """
    if not inputs or not isinstance(inputs, list | tuple):
        raise ValueError(
            "inputs must be a list of at least one Tensor with the same dtype and shape"
        )
    tensors = [_core.convert_to_tensor(x) for x in inputs]
    if tensor_dtype is not None and tensors[0].dtype != _core.as_dtype(tensor_dtype):
        raise TypeError(
            f"The `tensor_dtype` argument is {_core.as_dtype(tensor_dtype)}, but `input` is of "
            f"type {tensors[0].dtype}. These must be equal. Try casting the input to the desired "
            "type."
        )
    wanted = _core.TensorShape(tensors[0].shape if shape is None else shape)
    for x in tensors:
        wanted.assert_is_compatible_with(x.shape)
    return _core.add_n(tensors)
