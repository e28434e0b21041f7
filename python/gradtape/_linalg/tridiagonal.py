"""Matrices with three diagonals: products, systems of equations, eigenvalues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError, UnimplementedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._typing import TensorLike


def tridiagonal_matmul(
    diagonals: Any, rhs: TensorLike, diagonals_format: str = "compact", name: str | None = None
) -> _core.Tensor:
    """The product of tridiagonal matrices with `rhs` `[..., n, k]`, in proportion to `n`.

    `diagonals_format` says what `diagonals` are: `"compact"`, one tensor `[..., 3, n]` of what
    stands above the diagonal (its last element is not read), the diagonal, and what stands below it
    (its first is not read), each element in its row; `"sequence"`, these three; `"matrix"`, the
    whole matrices. `ValueError` for another format, `InvalidArgumentError` for shapes that do not
    fit.

    >>> tf.linalg.tridiagonal_matmul([[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]], [[1.0], [2.0]]).numpy()
    array([[4.],
           [5.]], dtype=float32)
    """
    return _core.tridiagonal_matmul(compact(diagonals, diagonals_format), rhs)


def tridiagonal_solve(
    diagonals: Any, rhs: TensorLike, diagonals_format: str = "compact", transpose_rhs: bool = False,
    conjugate_rhs: bool = False, name: str | None = None, partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> _core.Tensor:  # fmt: skip
    """`x` with `A x = rhs` for tridiagonal matrices `A`, in proportion to their size.

    `diagonals` and `diagonals_format` are as for `tridiagonal_matmul`, `rhs` is `[..., n]` or
    `[..., n, k]`; its matrices are transposed first if `transpose_rhs`, and it is conjugated if
    `conjugate_rhs`. Gaussian elimination, always with exchanged rows: `partial_pivoting=False`,
    which other implementations offer for speed, asks for nothing else. `perturb_singular` makes a
    singular matrix a slightly different one; not there (`UnimplementedError`). `ValueError` for
    another format, `InvalidArgumentError` for a singular matrix and shapes that do not fit.

    >>> A = [[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]]
    >>> tf.linalg.tridiagonal_solve(A, [4.0, 5.0]).numpy()
    array([1., 2.], dtype=float32)
    """
    if perturb_singular and not partial_pivoting:
        raise ValueError("partial_pivoting must be True if perturb_singular is.")
    if perturb_singular:
        raise UnimplementedError(None, None, "tridiagonal_solve: perturb_singular is not there")
    bands, right = compact(diagonals, diagonals_format), _core.convert_to_tensor(rhs)
    right = _core.conj(right) if conjugate_rhs else right
    if right.shape.rank == bands.shape.rank - 1:
        return _core.tridiagonal_solve(bands, right[..., None])[..., 0]
    return _core.tridiagonal_solve(bands, _core.matrix_transpose(right) if transpose_rhs else right)


def compact(diagonals: Any, diagonals_format: str) -> _core.Tensor:
    """The diagonals as one tensor `[..., 3, n]`."""
    if diagonals_format == "compact":
        return _core.convert_to_tensor(diagonals)
    if diagonals_format == "sequence":
        above, main, below = (_core.convert_to_tensor(d) for d in diagonals)
        return _core.stack([_as_long(above, main, 0), main, _as_long(below, main, 1)], axis=-2)
    if diagonals_format == "matrix":
        return _core.diag_part(diagonals, k=(-1, 1), align="LEFT_RIGHT")
    raise ValueError(f"Unrecognized diagonals_format: {diagonals_format}")


def _as_long(beside: _core.Tensor, main: _core.Tensor, before: int) -> _core.Tensor:
    """A diagonal beside the main one, with a zero where the matrix ends if it has none there."""
    if beside.shape[-1] == main.shape[-1]:
        return beside
    ends = [[0, 0]] * (beside.shape.rank - 1)
    return _core.pad(beside, [*ends, [before, 1 - before]])


def eigh_tridiagonal(
    alpha: TensorLike, beta: TensorLike, eigvals_only: bool = True, select: str = "a",
    select_range: Sequence[Any] | None = None, tol: float | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """Eigenvalues, in ascending order, of Hermitian matrices of three diagonals.

    `alpha` `[..., n]` is the diagonal, of which the real part counts, `beta` `[..., n - 1]` what
    stands above it. `select` is `"a"` for all, `"i"` for those whose places are in `select_range`
    (both ends included), `"v"` for those between the two numbers of `select_range`, of one matrix.
    Without `eigvals_only`, `(values, vectors)`; the vectors are columns. Computed from the whole
    matrix to the end of its precision: `tol` changes nothing. Gradients as those of `eigh`.
    `ValueError` for another `select` or whole numbers, `InvalidArgumentError` for an empty range
    and shapes that do not fit.

    >>> tf.linalg.eigh_tridiagonal([2.0, 2.0], [1.0]).numpy()
    array([1., 3.], dtype=float32)
    """
    if select not in ("a", "i", "v"):
        raise ValueError("'select must have a value in {'a', 'i', 'v'}.")
    main, beside = _core.convert_to_tensor(alpha), _core.convert_to_tensor(beta)
    if not (main.dtype.is_floating or main.dtype.is_complex):
        raise ValueError(f"eigh_tridiagonal: data type {main.dtype.name} not inexact")
    if beside.shape.as_list() != [*main.shape.as_list()[:-1], main.shape[-1] - 1]:
        raise InvalidArgumentError(
            None, None, f"Incompatible shapes: {main.shape} vs. {beside.shape}: eigh_tridiagonal "
            "takes one element less beside the diagonal than on it",
        )  # fmt: skip
    values, vectors = _core.eigh(_lower_triangle(main, beside))
    values = _core.real(values)
    wanted = _wanted(values, select, select_range)
    return values[..., wanted] if eigvals_only else (values[..., wanted], vectors[..., wanted])


def _lower_triangle(main: _core.Tensor, beside: _core.Tensor) -> _core.Tensor:
    """The matrices as far as `eigh` reads them."""
    diagonal = _core.diag(_core.cast(_core.real(main), main.dtype))
    return diagonal if main.shape[-1] < 2 else diagonal + _core.diag(_core.conj(beside), k=-1)


def _wanted(values: _core.Tensor, select: str, select_range: Sequence[Any] | None) -> slice:
    """The places of the eigenvalues that are asked for."""
    if select == "a":
        return slice(None)
    if select_range is None:
        raise TypeError(f"eigh_tridiagonal: select='{select}' needs a select_range of two numbers")
    low, high = (np.asarray(end).item() for end in select_range)
    if select == "i":
        if low > high:
            raise InvalidArgumentError(None, None, "Got empty index range in select_range.")
        return slice(low, high + 1)
    if low >= high:
        raise InvalidArgumentError(None, None, "Got empty interval in select_range.")
    return slice(*(int(np.searchsorted(values.numpy(), end, "right")) for end in (low, high)))
