"""Numbers of classes as vectors, and complex numbers from lengths and angles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._sparse.conversion import from_dense
from ..dtypes import standardize_dtype
from ..promotion import alike, tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._sparse.tensor import SparseTensor
    from ..._typing import DTypeLike, IntLike, TensorLike


@operation
def one_hot(
    x: TensorLike,
    num_classes: IntLike,
    axis: int = -1,
    dtype: DTypeLike = None,
    sparse: bool = False,
) -> _core.Tensor | SparseTensor:
    """Vectors along a new axis that are 1 at the place of each number, and 0 elsewhere.

    A negative number, or one too large, is all zeros. With `sparse` a `SparseTensor`.

    >>> tf.keras.ops.one_hot([1, -1], 3).numpy().tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    """
    codes = _codes(tensor(x, "int64"), int(num_classes), axis, dtype)
    return from_dense(codes) if sparse else codes


def _codes(x: _core.Tensor, count: int, axis: int, dtype: DTypeLike) -> _core.Tensor:
    kind = _core.as_dtype(standardize_dtype(dtype))
    if kind is _core.bool:
        return _core.one_hot(x, count, True, False, axis)
    return _core.one_hot(x, count, axis=axis, dtype=kind)


@operation
def multi_hot(
    inputs: TensorLike,
    num_classes: IntLike | None = None,
    axis: int = -1,
    dtype: DTypeLike = None,
    sparse: bool = False,
    **kwargs: Any,
) -> _core.Tensor | SparseTensor:
    """Vectors that are 1 at the places of all numbers of a row.

    `num_tokens` is an older name of `num_classes`. With `sparse` a `SparseTensor`.

    >>> tf.keras.ops.multi_hot([0, 2], 4).numpy().tolist()
    [1.0, 0.0, 1.0, 0.0]
    """
    count = kwargs.pop("num_tokens", num_classes) if num_classes is None else num_classes
    if kwargs:
        raise TypeError(f"multi_hot got an unexpected argument {next(iter(kwargs))!r}")
    if count is None:
        raise ValueError("Argument `num_classes` must be specified.")
    found = tensor(inputs)
    codes = _codes(_core.cast(found, "int64"), int(count), axis, dtype)
    over = 1 if found.shape.rank > 1 else 0
    joined = (_core.reduce_any if codes.dtype is _core.bool else _core.reduce_max)(codes, over)
    return from_dense(joined) if sparse else joined


@operation
def polar(abs_: TensorLike, angle: TensorLike) -> _core.Tensor:
    """The complex numbers of these lengths and angles.

    >>> tf.keras.ops.polar([2.0], [0.0]).numpy().tolist()
    [(2+0j)]
    """
    length, turn = alike(tensor(abs_), tensor(angle), least=float)
    return _core.complex(length * _core.cos(turn), length * _core.sin(turn))
