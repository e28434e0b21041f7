"""Linear algebra of matrices `[..., rows, columns]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._autodiff.forward_accumulator import ForwardAccumulator
from ..._numpy.arranging import axis_of
from ..._structure import nest
from ...errors import InvalidArgumentError
from ..promotion import alike, floats, tensor
from .calling import named, operation

if TYPE_CHECKING:
    from ..._typing import AxisLike, TensorLike

Function = Callable[..., Any]


def _matrix(x: TensorLike) -> _core.Tensor:
    found = tensor(x)
    if found.shape.rank < 2:
        raise ValueError(
            f"Expected input to have rank >= 2. Received input with shape {found.shape}."
        )
    return found


def _square(x: TensorLike) -> _core.Tensor:
    found = _matrix(x)
    if found.shape[-1] != found.shape[-2]:
        raise ValueError(
            f"Expected a square matrix. Received non-square input with shape {found.shape}"
        )
    return found


def _of_square(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike) -> Any:
        return function(_square(x))

    return named(call, name, says)


def _plain_tuple(function: Function) -> Function:
    def call(x: _core.Tensor) -> Any:
        return tuple(function(x))

    return call


det = _of_square("det", _core.det, "The determinant of square matrices.")
inv = _of_square("inv", _core.inv, "The inverse of square matrices.")
eig = _of_square("eig", _core.eig, "Eigenvalues and eigenvectors (columns), both complex.")
eigh = _of_square(
    "eigh", _core.eigh, "Eigenvalues in rising order and eigenvectors of Hermitian matrices."
)
logdet = _of_square(
    "logdet", _core.logdet, "The logarithm of the determinant of positive definite matrices."
)
slogdet = _of_square(
    "slogdet", _plain_tuple(_core.slogdet), "The sign of the determinant, and its logarithm."
)


@operation
def cholesky(x: TensorLike, upper: bool = False) -> _core.Tensor:
    """The lower triangle whose product with its adjoint is `x`, or with `upper` that adjoint.

    Errors: `ValueError` for matrices that are not positive definite.

    >>> tf.keras.ops.cholesky([[4.0, 0.0], [0.0, 9.0]]).numpy().tolist()
    [[2.0, 0.0], [0.0, 3.0]]
    """
    found = _square(x)
    try:
        lower = _core.cholesky(found)
    except InvalidArgumentError as error:
        raise ValueError(f"Cholesky decomposition failed: {error}") from None
    if not bool(_core.reduce_all(_core.is_finite(_core.abs(lower)))):
        raise ValueError("Cholesky decomposition failed: the input is not positive definite.")
    return _core.adjoint(lower) if upper else lower


@operation
def cholesky_inverse(x: TensorLike, upper: bool = False) -> _core.Tensor:
    """The inverse of the matrix whose triangle (see `cholesky`) is `x`.

    >>> tf.keras.ops.cholesky_inverse([[2.0, 0.0], [0.0, 4.0]]).numpy().tolist()
    [[0.25, 0.0], [0.0, 0.0625]]
    """
    found = _square(x)
    one = _core.eye(found.shape[-1], dtype=found.dtype)
    one = _core.broadcast_to(one, found.shape)
    inverse = _core.triangular_solve(found, one, lower=not upper)
    return _core.matmul(inverse, inverse, transpose_a=not upper, transpose_b=upper)


@operation
def lu_factor(x: TensorLike) -> tuple[_core.Tensor, _core.Tensor]:
    """The triangles of square matrices in one, and in which row each of theirs ended up.

    >>> lu, rows = tf.keras.ops.linalg.lu_factor([[0.0, 1.0], [2.0, 0.0]])
    >>> lu.numpy().tolist(), rows.numpy().tolist()
    ([[2.0, 0.0], [0.0, 1.0]], [1, 0])
    """
    lu, order = _core.lu(_square(x))
    return lu, _core.cast(_core.argsort(order), _core.int32)


@operation
def qr(x: TensorLike, mode: str = "reduced") -> tuple[_core.Tensor, _core.Tensor]:
    """A matrix of orthogonal columns and an upper triangle whose product is `x`.

    `mode` is "reduced", or "complete" for as many columns as rows.

    >>> q, r = tf.keras.ops.qr([[2.0], [0.0]])
    >>> abs(float(r[0, 0]))
    2.0
    """
    if mode not in ("reduced", "complete"):
        raise ValueError(f"`mode` must be 'reduced' or 'complete'. Received: mode={mode}")
    q, r = _core.qr(_matrix(x), full_matrices=mode == "complete")
    return q, r


@operation
def svd(x: TensorLike, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    """`u`, `s` and `v` with `u * s @ v == x`, singular values `s` in falling order.

    Without `compute_uv` the values alone; without `full_matrices` only the vectors that count.

    >>> tf.keras.ops.svd([[3.0, 0.0], [0.0, 4.0]], compute_uv=False).numpy().tolist()
    [4.0, 3.0]
    """
    found = _matrix(x)
    if not compute_uv:
        return _core.svd(found, full_matrices, False)
    s, u, v = _core.svd(found, full_matrices, True)
    return u, s, _core.adjoint(v)


# --- equations ------------------------------------------------------------------------------------


def _equations(name: str, a: TensorLike, b: TensorLike) -> tuple[_core.Tensor, _core.Tensor, bool]:
    left, right = alike(tensor(a), tensor(b))
    left, is_vector = _square(left), right.shape.rank == left.shape.rank - 1
    sizes = right.shape.as_list()
    if not (is_vector or right.shape.rank == left.shape.rank) or not sizes:
        raise ValueError(f"{name}: `b` of shape {right.shape} does not fit `a` of {left.shape}.")
    if sizes[-1 if is_vector else -2] != left.shape[-1]:
        raise ValueError(
            f"Incompatible shapes between `a` and `b`. Received: a.shape={left.shape}, "
            f"b.shape={right.shape}"
        )
    return left, right[..., None] if is_vector else right, is_vector


@operation
def solve(a: TensorLike, b: TensorLike) -> _core.Tensor:
    """`x` with `a @ x == b`; `b` is a matrix, or a vector for each `a`.

    >>> tf.keras.ops.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 8.0]).numpy().tolist()
    [1.0, 2.0]
    """
    left, right, is_vector = _equations("solve", a, b)
    found = _core.solve(left, right)
    return found[..., 0] if is_vector else found


@operation
def solve_triangular(a: TensorLike, b: TensorLike, lower: bool = False) -> _core.Tensor:
    """As `solve`, where only the upper triangle of `a` counts, or with `lower` the lower one.

    >>> tf.keras.ops.solve_triangular([[2.0, 9.0], [0.0, 4.0]], [2.0, 0.0]).numpy().tolist()
    [1.0, 0.0]
    """
    left, right, is_vector = _equations("solve_triangular", a, b)
    found = _core.triangular_solve(left, right, lower=lower)
    return found[..., 0] if is_vector else found


@operation
def lstsq(a: TensorLike, b: TensorLike, rcond: float | None = None) -> _core.Tensor:
    """The smallest `x` for which `a @ x` is nearest to `b`.

    Singular values up to `rcond` times the largest count as 0.

    >>> tf.keras.ops.lstsq([[1.0], [1.0]], [1.0, 3.0]).numpy().round(3).tolist()
    [2.0]
    """
    left, right = floats(a, b)
    if left.shape.rank != 2 or right.shape.rank not in (1, 2):
        raise TypeError(
            f"`a` must be a matrix and `b` a matrix or a vector. Received: shapes {left.shape} and "
            f"{right.shape}"
        )
    if left.shape[0] != right.shape[0]:
        raise ValueError("Leading dimensions of input arrays must match")
    rows = right if right.shape.rank == 2 else right[:, None]
    s, u, v = _core.svd(left, False, True)
    unit = float(np.finfo(s.dtype.as_numpy_dtype).eps)
    least = unit * max(left.shape.as_list()) if rcond is None else unit if rcond < 0 else rcond
    counts = s >= _core.cast(least, s.dtype) * _core.reduce_max(s)
    inverse = _core.where(counts, 1 / _core.where(counts, s, _core.ones_like(s)), 0)
    found = _core.matmul(u, rows, adjoint_a=True) * _core.cast(inverse, left.dtype)[:, None]
    found = _core.matmul(v, found)
    return found if right.shape.rank == 2 else found[:, 0]


@operation
def pinv(x: TensorLike, rcond: TensorLike | None = None) -> _core.Tensor:
    """The Moore-Penrose inverse; singular values up to `rcond` times the largest count as 0.

    >>> tf.keras.ops.pinv([[2.0], [0.0]]).numpy().tolist()
    [[0.5, 0.0]]
    """
    return _core.pinv(_matrix(x), rcond)


@operation
def matrix_rank(x: TensorLike, tol: TensorLike | None = None) -> _core.Tensor:
    """How many singular values are larger than `tol`.

    >>> int(tf.keras.ops.matrix_rank([[1.0, 1.0], [1.0, 1.0]]))
    1
    """
    return _core.matrix_rank(_matrix(x), tol)


# --- norms ----------------------------------------------------------------------------------------


@operation
def norm(
    x: TensorLike, ord: Any = None, axis: AxisLike = None, keepdims: bool = False
) -> _core.Tensor:
    """The norm of vectors along one axis, of matrices along two; over all axes by default.

    `ord` is 2 or None for the Euclidean norm of vectors, "fro" for that of matrices, "nuc", a
    number, or an infinity. Errors: `ValueError` for another.

    >>> float(tf.keras.ops.norm([3.0, 4.0]))
    5.0
    """
    (found,) = floats(x)
    rank = found.shape.rank
    given = range(rank) if axis is None else np.atleast_1d(np.asarray(axis)).tolist()
    axes = [axis_of(i, rank) for i in given]
    if len(axes) == 2 and not (ord is None and axis is None):
        return _matrix_norm(found, ord, axes, keepdims)
    if ord is not None and len(axes) > 1:
        raise ValueError(f"Norms of {len(axes)} axes have no `ord`. Received: ord={ord}")
    return _vector_norm(found, ord, axes, keepdims)


def _vector_norm(x: _core.Tensor, ord: Any, axes: list[int], keepdims: bool) -> _core.Tensor:
    if isinstance(ord, str):
        raise ValueError(f"Invalid `ord` argument for vector norm. Received: ord={ord}")
    size = _core.abs(x)
    if ord is None or ord == 2:
        return _core.sqrt(_core.reduce_sum(_core.square(size), axes, keepdims))
    if ord == float("inf"):
        return _core.reduce_max(size, axes, keepdims)
    if ord == float("-inf"):
        return _core.reduce_min(size, axes, keepdims)
    if ord == 0:
        return _core.reduce_sum(_core.cast(size != 0, size.dtype), axes, keepdims)
    power = tensor(ord, size.dtype)
    return _core.pow(_core.reduce_sum(_core.pow(size, power), axes, keepdims), 1.0 / power)


def _matrix_norm(x: _core.Tensor, ord: Any, axes: list[int], keepdims: bool) -> _core.Tensor:
    if ord in (None, "fro"):
        return _vector_norm(x, None, axes, keepdims)
    if axes[0] == axes[1]:
        raise ValueError(f"The axes of matrices must be different. Received: {axes}")
    rest = [i for i in range(x.shape.rank) if i not in axes]
    matrices = _core.transpose(x, rest + axes)
    shape = [1 if i in axes else n for i, n in enumerate(x.shape.as_list())]
    found = _by_order(matrices, ord)
    return _core.reshape(found, shape) if keepdims else found


def _by_order(x: _core.Tensor, ord: Any) -> _core.Tensor:
    if ord in (2, -2, "nuc"):
        values = _core.svd(x, False, False)
        if ord == "nuc":
            return _core.reduce_sum(values, -1)
        return (_core.reduce_max if ord == 2 else _core.reduce_min)(values, -1)
    if ord in (1, -1, float("inf"), float("-inf")):
        sums = _core.reduce_sum(_core.abs(x), -2 if ord in (1, -1) else -1)
        return (_core.reduce_max if ord > 0 else _core.reduce_min)(sums, -1)
    raise ValueError(f"Invalid `ord` argument for matrix norm. Received: ord={ord}")


@operation
def cdist(x: TensorLike, y: TensorLike) -> _core.Tensor:
    """The Euclidean distances of each row of `x` from each of `y`.

    >>> tf.keras.ops.cdist([[0.0, 0.0]], [[3.0, 4.0], [0.0, 0.0]]).numpy().tolist()
    [[5.0, 0.0]]
    """
    one, other = floats(x, y)
    if one.shape.rank < 2 or other.shape.rank < 2:
        raise ValueError("`cdist` inputs must have rank >= 2")
    if one.shape[-1] != other.shape[-1]:
        raise ValueError("Last dimension of inputs to `cdist` must match")
    away = _core.expand_dims(one, -2) - _core.expand_dims(other, -3)
    return _core.sqrt(_core.reduce_sum(_core.square(away), -1))


@operation
def jvp(fun: Callable[..., Any], primals: Any, tangents: Any, has_aux: bool = False) -> Any:
    """`fun(*primals)` and its derivative along `tangents`, in forward mode.

    With `has_aux`, `fun` returns something else too, which comes last.

    >>> value, slope = tf.keras.ops.linalg.jvp(lambda x: x * x, (tf.constant(3.0),), (1.0,))
    >>> float(value), float(slope)
    (9.0, 6.0)
    """
    places = nest.map_structure(tensor, tuple(primals))
    flat = nest.flatten(places)
    given = nest.flatten(tuple(tangents))
    if len(flat) != len(given):
        raise ValueError(f"There are {len(flat)} primals, but {len(given)} tangents.")
    along = [tensor(t, p.dtype) for t, p in zip(given, flat, strict=True)]
    with ForwardAccumulator(flat, along) as forward:
        found = fun(*places)
        value, *others = found if has_aux else (found,)
        slope = nest.map_structure(lambda y: forward.jvp(y), value)
    return (value, slope, *others)
