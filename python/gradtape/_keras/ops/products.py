"""Products of vectors, matrices and tensors of more axes.

Integers are multiplied as such; two of 8 bits make 32, as in Keras.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._numpy import arranging, products as numpy
from ..._ops import variadic
from .. import kernel_products
from ..promotion import floats, settled, tensor
from .calling import named, operation

if TYPE_CHECKING:
    from ..._typing import TensorLike

Function = Callable[..., Any]


def _of_two(name: str, function: Function, says: str) -> Function:
    def call(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
        x, y = settled(x1, x2)
        return multiplied(function, x, y)

    return named(call, name, says)


def multiplied(function: Function, *factors: _core.Tensor) -> _core.Tensor:
    """A product of tensors of one dtype, truth values as numbers while it is computed."""
    dtype = factors[0].dtype
    if dtype is _core.bool or dtype.is_unsigned or (dtype.is_integer and dtype.size < 4):
        wide = [_core.cast(x, _core.int64) for x in factors]
        return _core.cast(function(*wide), dtype)
    return function(*factors)


def _matrices(x: _core.Tensor, y: _core.Tensor) -> _core.Tensor:
    if x.dtype is _core.int8:
        x, y = _core.cast(x, _core.int32), _core.cast(y, _core.int32)
    vectors = min(x.shape.rank, y.shape.rank) < 2
    if y.shape.rank == 2 < x.shape.rank:  # one product of all rows, as in Keras
        return multiplied(lambda x, y: _core.tensordot(x, y, 1), x, y)
    return multiplied(numpy.matmul if vectors else _core.matmul, x, y)


def _bytes_apart(name: str, function: Function, says: str) -> Function:
    def call(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
        return function(*settled(x1, x2))

    return named(call, name, says)


matmul = _bytes_apart(
    "matmul", _matrices, "The matrix product; vectors are rows of `x1` and columns of `x2`."
)
dot = _of_two(
    "dot",
    numpy.dot,
    "The sum over the last axis of `x1` and the last but one of `x2`, or its only.",
)
inner = _of_two("inner", numpy.inner, "The sum over the last axes of both.")
outer = _of_two("outer", numpy.outer, "The products of each element of `x1` with each of `x2`.")
vdot = _of_two("vdot", numpy.vdot, "The sum of products of all elements, those of `x1` conjugated.")
kron = _of_two("kron", numpy.kron, "`x2` times each element of `x1`, in its place.")


@operation
def tensordot(x1: TensorLike, x2: TensorLike, axes: TensorLike = 2) -> _core.Tensor:
    """The sum of products over pairs of axes, or over the last `axes` and the first.

    >>> int(tf.keras.ops.tensordot([[1, 2]], [[3, 4]], [[0, 1], [0, 1]]))
    11
    """
    return multiplied(lambda x, y: _core.tensordot(x, y, axes), *settled(x1, x2))


@operation
def einsum(subscripts: str, *operands: TensorLike, **kwargs: Any) -> _core.Tensor:
    """The sum of products that `subscripts` describes: "ij,jk->ik" is a matrix product.

    `optimize` is accepted and changes nothing.

    >>> tf.keras.ops.einsum("ij,j->i", [[1, 2]], [1.0, 1.0]).numpy().tolist()
    [3.0]
    """
    kwargs.pop("optimize", None)
    if kwargs:
        raise TypeError(f"einsum got an unexpected argument {next(iter(kwargs))!r}")
    if not operands:
        raise ValueError("einsum needs at least one operand")
    found = settled(*operands)
    if found[0].dtype is _core.int8:
        found = [_core.cast(x, _core.int32) for x in found]
    matrices = kernel_products.as_matrices(subscripts) if len(found) == 2 else None
    return multiplied(matrices or (lambda *xs: variadic.einsum(subscripts, *xs)), *found)


@operation
def cross(
    x1: TensorLike, x2: TensorLike, axisa: int = -1, axisb: int = -1, axisc: int = -1,
    axis: int | None = None,
) -> _core.Tensor:  # fmt: skip
    """The vectors that are at right angles to both; of two of length 2, the third component.

    The vectors are along `axisa` and `axisb`, their products along `axisc`; or all along `axis`.
    Errors: `ValueError` for other lengths than 2 and 3.

    >>> tf.keras.ops.cross([1, 0, 0], [0, 1, 0]).numpy().tolist()
    [0, 0, 1]
    """
    x, y = settled(x1, x2)
    return numpy.cross(x, y, axisa, axisb, axisc, axis)


@operation
def correlate(x1: TensorLike, x2: TensorLike, mode: str = "valid") -> _core.Tensor:
    """The sums of products of two vectors, one moved along the other, as floats.

    `mode` says how far: "valid" while the shorter lies inside, "same", or "full".

    >>> tf.keras.ops.correlate([1, 2, 3], [0, 1], "valid").numpy().tolist()
    [2.0, 3.0]
    """
    if mode not in ("valid", "same", "full"):
        raise ValueError(f"`mode` must be 'valid', 'same' or 'full'. Received: mode={mode}")
    x, y = floats(x1, x2)
    if x.shape.rank != 1 or y.shape.rank != 1:
        raise ValueError(f"Both must be vectors. Received: shapes {x.shape} and {y.shape}")
    count, length = x.shape[0], y.shape[0]
    if 0 in (count, length):
        raise ValueError("Vectors of a correlation must not be empty.")
    if mode != "valid":
        x = _core.pad(x, [[length - 1, length - 1]])
    elif length > count:
        raise ValueError(f"x2 is longer than x1: {length} and {count}")
    found = _core.conv1d(x[None, :, None], y[:, None, None], 1, "VALID")[0, :, 0]
    if mode != "same":
        return found
    wanted = max(count, length)
    start = (count + length - 1 - wanted) // 2
    return found[start : start + wanted]


@operation
def corrcoef(x: TensorLike) -> _core.Tensor:
    """The correlations of the rows of `x`, as floats from -1 to 1.

    >>> tf.keras.ops.corrcoef([[1.0, 2.0], [2.0, 1.0]]).numpy().round(3).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    (found,) = floats(x)
    if found.shape.rank == 0:
        return _core.cast(float("nan"), found.dtype)
    rows = arranging.atleast_2d(found)
    away = rows - _core.reduce_mean(rows, -1, True)
    together = _core.matmul(away, away, adjoint_b=True)
    size = _core.sqrt(_core.real(_core.diag_part(together)))
    share = together / _core.cast(numpy.outer(size, size), together.dtype)
    if not share.dtype.is_complex:
        share = _core.clip_by_value(share, -1.0, 1.0)
    return share if found.shape.rank > 1 else share[0, 0]


@operation
def trapezoid(
    y: TensorLike, x: TensorLike | None = None, dx: float = 1.0, axis: int = -1
) -> _core.Tensor:
    """The integral along `axis` by trapezoids, between points `x`, or `dx` apart.

    >>> float(tf.keras.ops.trapezoid([1.0, 2.0, 3.0]))
    4.0
    """
    (heights,) = floats(y)
    heights = arranging.moveaxis(heights, axis, -1)
    means = 0.5 * (heights[..., 1:] + heights[..., :-1])
    if x is None:
        return _core.reduce_sum(means * _core.cast(dx, means.dtype), -1)
    at = tensor(x, heights.dtype)
    at = arranging.moveaxis(at, axis, -1) if at.shape.rank > 1 else at
    return _core.reduce_sum(means * (at[..., 1:] - at[..., :-1]), -1)
