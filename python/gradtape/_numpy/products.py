"""NumPy's products of arrays: of vectors and matrices, sums over axes, polynomials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._ops import variadic
from .arranging import expand_dims, moveaxis, ravel
from .promotion import array_of, arrays_of

if TYPE_CHECKING:
    from .._typing import TensorLike


def dot(a: TensorLike, b: TensorLike) -> _core.Tensor:
    """The sum over the last axis of `a` and the last but one of `b` (its only one for a vector).

    A scalar multiplies.

    >>> tf.experimental.numpy.dot([[1, 2], [3, 4]], [1, 1]).numpy().tolist()
    [3, 7]
    """
    x, y = arrays_of(a, b)
    if 0 in (x.shape.rank, y.shape.rank):
        return x * y
    return _core.tensordot(x, y, [[-1], [-2 if y.shape.rank > 1 else -1]])


def matmul(x1: TensorLike, x2: TensorLike) -> _core.Tensor:
    """The matrix product; vectors are rows of the first and columns of the second factor.

    Errors: `ValueError` for a scalar.

    >>> tf.experimental.numpy.matmul([1, 2], [[1, 2], [3, 4]]).numpy().tolist()
    [7, 10]
    """
    x, y = arrays_of(x1, x2)
    if 0 in (x.shape.rank, y.shape.rank):
        raise ValueError(f"matmul takes no scalars, got shapes {x.shape} and {y.shape}")
    if y.shape.rank == 1:
        return _core.tensordot(x, y, 1)
    if x.shape.rank == 1:
        return _core.squeeze(_core.matmul(expand_dims(x, 0), y), [-2])
    return _core.matmul(x, y)


def inner(a: TensorLike, b: TensorLike) -> _core.Tensor:
    """The sum over the last axes of both; a scalar multiplies.

    >>> int(tf.experimental.numpy.inner([1, 2], [3, 4]))
    11
    """
    x, y = arrays_of(a, b)
    return x * y if 0 in (x.shape.rank, y.shape.rank) else _core.tensordot(x, y, [[-1], [-1]])


def outer(a: TensorLike, b: TensorLike) -> _core.Tensor:
    """The products of each element of `a` with each of `b`.

    >>> tf.experimental.numpy.outer([1, 2], [3, 4]).numpy().tolist()
    [[3, 4], [6, 8]]
    """
    x, y = arrays_of(a, b)
    return expand_dims(ravel(x), 1) * ravel(y)


def vdot(a: TensorLike, b: TensorLike) -> _core.Tensor:
    """The sum of products of all elements, those of `a` conjugated.

    >>> int(tf.experimental.numpy.vdot([[1, 2]], [[3], [4]]))
    11
    """
    x, y = arrays_of(a, b)
    return _core.reduce_sum(_core.conj(ravel(x)) * ravel(y))


def tensordot(a: TensorLike, b: TensorLike, axes: TensorLike = 2) -> _core.Tensor:
    """The sum of products over pairs of axes, or over the last `axes` and the first.

    >>> int(tf.experimental.numpy.tensordot([[1, 2]], [[3, 4]], [[0, 1], [0, 1]]))
    11
    """
    x, y = arrays_of(a, b)
    return _core.tensordot(x, y, axes)


def einsum(subscripts: str, *operands: Any, **kwargs: Any) -> _core.Tensor:
    """The sum of products that `subscripts` describes, as `tf.einsum`.

    `optimize` is accepted and changes nothing. Errors: `ValueError` for casting other than safe, or
    for an order.

    >>> tf.experimental.numpy.einsum("ij,j->i", [[1, 2]], [1.0, 1.0]).numpy().tolist()
    [3.0]
    """
    kwargs.pop("optimize", None)
    if kwargs.pop("casting", "safe") != "safe" or kwargs.pop("order", "K") != "K" or kwargs:
        raise ValueError("einsum takes no casting, order or other arguments")
    return variadic.einsum(subscripts, *arrays_of(*operands))


def kron(a: TensorLike, b: TensorLike) -> _core.Tensor:
    """Kronecker's product: `b` times each element of `a`, in its place.

    >>> tf.experimental.numpy.kron([1, 10], [1, 2]).numpy().tolist()
    [1, 2, 10, 20]
    """
    x, y = arrays_of(a, b)
    rank = max(x.shape.rank, y.shape.rank)
    rows = [1] * (rank - x.shape.rank) + x.shape.as_list()
    columns = [1] * (rank - y.shape.rank) + y.shape.as_list()
    large = _core.reshape(x, [n for row in rows for n in (row, 1)])
    small = _core.reshape(y, [n for column in columns for n in (1, column)])
    return _core.reshape(large * small, [m * n for m, n in zip(rows, columns)])


def cross(
    a: TensorLike,
    b: TensorLike,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> _core.Tensor:
    """The vectors that are at right angles to both; of two of length 2, the third component.

    The vectors are along `axisa` and `axisb`, their products along `axisc`; or all along `axis`.
    Errors: `ValueError` for other lengths than 2 and 3.

    >>> tf.experimental.numpy.cross([1, 0, 0], [0, 1, 0]).numpy().tolist()
    [0, 0, 1]
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = arrays_of(a, b)
    x, y = moveaxis(x, axisa, -1), moveaxis(y, axisb, -1)
    if not {x.shape[-1], y.shape[-1]} <= {2, 3}:
        raise ValueError("cross takes vectors of length 2 or 3")
    flat = x.shape[-1] == y.shape[-1] == 2
    (x1, x2, x3), (y1, y2, y3) = _components(x), _components(y)
    last = x1 * y2 - x2 * y1
    if flat:
        return last
    found = _core.stack(_spread(x2 * y3 - x3 * y2, x3 * y1 - x1 * y3, last), -1)
    return moveaxis(found, -1, axisc)


def _components(x: _core.Tensor) -> list[_core.Tensor]:
    found = _core.unstack(x, axis=-1)
    return found if len(found) == 3 else [*found, _core.zeros_like(found[0])]


def _spread(*tensors: _core.Tensor) -> list[_core.Tensor]:
    shape = tensors[0].shape
    return [_core.broadcast_to(x, shape) for x in tensors]


def polyval(p: Any, x: TensorLike) -> _core.Tensor:
    """The polynomial with coefficients `p`, that of the highest power first, at `x`.

    >>> int(tf.experimental.numpy.polyval([1, 2, 3], 2))
    11
    """
    coefficients, at = arrays_of(p, x)
    found = _core.zeros_like(at)
    for coefficient in _core.unstack(_core.reshape(array_of(coefficients), [-1])):
        found = found * at + coefficient
    return found
