"""Operators made from one tensor: matrices, diagonals, triangles, permutations, reflections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .operator import LinearOperator, broadcast_batch, kept, leads_to, lengths_of, same_batch

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntLike, TensorLike


class LinearOperatorFullMatrix(LinearOperator):
    """A matrix without structure.

    >>> tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]).trace().numpy().item()
    5.0
    """

    def __init__(
        self, matrix: TensorLike, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str = "LinearOperatorFullMatrix",
    ) -> None:  # fmt: skip
        self._matrix = kept(matrix)
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        super().__init__(self._matrix.dtype, None, *hints, name, {"matrix": matrix})

    @property
    def matrix(self) -> Any:
        """The matrix, as it was given."""
        return self._matrix

    def _shape(self) -> list[int]:
        return lengths_of(self._matrix)

    def _to_dense(self) -> _core.Tensor:
        return _core.convert_to_tensor(self._matrix)


class _Diagonal(LinearOperator):
    """What operators that are a diagonal share; `_entries` is their diagonal, or one number."""

    def _entries(self) -> Any:
        raise NotImplementedError

    def _to_dense(self) -> _core.Tensor:
        return _core.diag(self._diag_part())

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        entries = self._entries()
        return (_core.conj(entries) if adjoint else entries)[..., None] * x

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        entries = self._entries()
        return rhs / (_core.conj(entries) if adjoint else entries)[..., None]

    def _diag_part(self) -> _core.Tensor:
        return _core.broadcast_to(self._entries(), self._shape()[:-1])

    def _determinant(self) -> _core.Tensor:
        return _core.reduce_prod(self._diag_part(), -1)

    def _log_abs_determinant(self) -> _core.Tensor:
        return _core.reduce_sum(_core.log(_core.abs(self._diag_part())), -1)

    def _eigvals(self) -> _core.Tensor:
        return self._diag_part()


class LinearOperatorDiag(_Diagonal):
    """A diagonal matrix, by its diagonal.

    >>> tf.linalg.LinearOperatorDiag([1.0, 2.0]).matvec([3.0, 4.0]).numpy().tolist()
    [3.0, 8.0]
    """

    def __init__(
        self, diag: TensorLike, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str = "LinearOperatorDiag",
    ) -> None:  # fmt: skip
        self._diag = kept(diag)
        if is_self_adjoint is None and not self._diag.dtype.is_complex:
            is_self_adjoint = True
        hints = is_non_singular, is_self_adjoint, is_positive_definite, True
        super().__init__(self._diag.dtype, None, *hints, name, {"diag": diag})

    @property
    def diag(self) -> Any:
        """The diagonal, as it was given."""
        return self._diag

    def _shape(self) -> list[int]:
        lengths = lengths_of(self._diag)
        return [*lengths, lengths[-1]]

    def _entries(self) -> _core.Tensor:
        return _core.convert_to_tensor(self._diag)

    def _adjoint(self) -> LinearOperator:
        return LinearOperatorDiag(_core.conj(self._diag))

    def _inverse(self) -> LinearOperator:
        return LinearOperatorDiag(1.0 / self._entries(), is_non_singular=True)

    def _cholesky(self) -> LinearOperator:
        return LinearOperatorDiag(_core.sqrt(self._diag), is_non_singular=True)


class LinearOperatorScaledIdentity(_Diagonal):
    """A multiple of the identity with `num_rows` rows; a batch of multipliers is a batch.

    >>> tf.linalg.LinearOperatorScaledIdentity(2, 3.0).determinant().numpy().item()
    9.0
    """

    def __init__(
        self, num_rows: IntLike, multiplier: TensorLike, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool = True, assert_proper_shapes: bool = False,
        name: str = "LinearOperatorScaledIdentity",
    ) -> None:  # fmt: skip
        self._multiplier, self._rows = kept(multiplier), int(num_rows)
        if is_self_adjoint is None and not self._multiplier.dtype.is_complex:
            is_self_adjoint = True
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        super().__init__(self._multiplier.dtype, None, *hints, name, {"multiplier": multiplier})

    @property
    def multiplier(self) -> Any:
        """What the identity is multiplied by, as it was given."""
        return self._multiplier

    def _shape(self) -> list[int]:
        return [*lengths_of(self._multiplier), self._rows, self._rows]

    def _entries(self) -> _core.Tensor:
        return _core.convert_to_tensor(self._multiplier)[..., None]


class LinearOperatorIdentity(_Diagonal):
    """The identity with `num_rows` rows.

    >>> tf.linalg.LinearOperatorIdentity(2).to_dense().numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

    def __init__(
        self, num_rows: IntLike, batch_shape: Any = None, dtype: DTypeLike = None,
        is_non_singular: bool = True, is_self_adjoint: bool = True,
        is_positive_definite: bool = True, is_square: bool = True,
        assert_proper_shapes: bool = False, name: str = "LinearOperatorIdentity",
    ) -> None:  # fmt: skip
        self._lead = [int(n) for n in ([] if batch_shape is None else batch_shape)]
        self._rows = int(num_rows)
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        super().__init__(dtype or _core.float32, None, *hints, name)

    def _shape(self) -> list[int]:
        return [*self._lead, self._rows, self._rows]

    def _entries(self) -> _core.Tensor:
        return _core.ones([*self._lead, 1], self.dtype)

    def _inverse(self) -> LinearOperator:
        return self


class LinearOperatorZeros(LinearOperator):
    """Zeros: `num_rows` by `num_columns`.

    >>> tf.linalg.LinearOperatorZeros(2).matvec([1.0, 2.0]).numpy().tolist()
    [0.0, 0.0]
    """

    def __init__(
        self, num_rows: IntLike, num_columns: Any = None, batch_shape: Any = None,
        dtype: DTypeLike = None, is_non_singular: bool = False, is_self_adjoint: bool = True,
        is_positive_definite: bool = False, is_square: bool = True,
        assert_proper_shapes: bool = False, name: str = "LinearOperatorZeros",
    ) -> None:  # fmt: skip
        lead = [int(n) for n in ([] if batch_shape is None else batch_shape)]
        columns = num_rows if num_columns is None else num_columns
        self._lengths = [*lead, int(num_rows), int(columns)]
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        super().__init__(dtype or _core.float32, None, *hints, name)

    def _shape(self) -> list[int]:
        return self._lengths

    def _to_dense(self) -> _core.Tensor:
        return _core.zeros(self._lengths, self.dtype)

    def _log_abs_determinant(self) -> Any:
        return _core.log(_core.zeros(self._lengths[:-2], self.dtype))


class LinearOperatorLowerTriangular(LinearOperator):
    """A lower triangular matrix: what `tril` has above its diagonal counts as zero.

    >>> tf.linalg.LinearOperatorLowerTriangular([[1.0, 9.0], [2.0, 4.0]]).solvevec(
    ...     [1.0, 6.0]).numpy().tolist()
    [1.0, 1.0]
    """

    def __init__(
        self, tril: TensorLike, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str = "LinearOperatorLowerTriangular",
    ) -> None:  # fmt: skip
        self._tril = kept(tril)
        hints = is_non_singular, is_self_adjoint, is_positive_definite, True
        super().__init__(self._tril.dtype, None, *hints, name, {"tril": tril})

    @property
    def tril(self) -> Any:
        """The matrix, as it was given."""
        return self._tril

    def _shape(self) -> list[int]:
        return lengths_of(self._tril)

    def _to_dense(self) -> _core.Tensor:
        return _core.band_part(self._tril, -1, 0)

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        matrix, rhs = same_batch(self.to_dense(), rhs)
        return _core.triangular_solve(matrix, rhs, lower=True, adjoint=adjoint)

    def _diag_part(self) -> _core.Tensor:
        return _core.diag_part(self._tril)

    def _determinant(self) -> _core.Tensor:
        return _core.reduce_prod(self._diag_part(), -1)

    def _log_abs_determinant(self) -> _core.Tensor:
        return _core.reduce_sum(_core.log(_core.abs(self._diag_part())), -1)

    def _eigvals(self) -> Any:
        return self._diag_part()


class LinearOperatorPermutation(LinearOperator):
    """Moves rows: row `i` of the product is row `perm[i]` of the other factor.

    >>> tf.linalg.LinearOperatorPermutation([1, 2, 0]).matvec([1.0, 2.0, 3.0]).numpy().tolist()
    [2.0, 3.0, 1.0]
    """

    def __init__(
        self, perm: TensorLike, dtype: DTypeLike = _core.float32,
        is_non_singular: bool | None = None, is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None, is_square: bool | None = None,
        name: str = "LinearOperatorPermutation",
    ) -> None:  # fmt: skip
        self._perm = _core.convert_to_tensor(perm)
        hints = True, is_self_adjoint, is_positive_definite, True
        super().__init__(dtype, None, *hints, name, {"perm": perm})

    @property
    def perm(self) -> Any:
        """The rows in their new order."""
        return self._perm

    def _shape(self) -> list[int]:
        lengths = lengths_of(self._perm)
        return [*lengths, lengths[-1]]

    def _to_dense(self) -> _core.Tensor:
        return _core.one_hot(self._perm, self._shape()[-1], dtype=self.dtype)

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        order = _core.argsort(self._perm) if adjoint else self._perm
        lead = order.shape.as_list()[:-1]
        batch = broadcast_batch(lead, x.shape.as_list()[:-2])
        x = _core.broadcast_to(x, [*batch, *x.shape[-2:]])
        order = _core.broadcast_to(order, [*batch, order.shape[-1]])
        return _core.gather(x, order, axis=-2, batch_dims=len(batch))

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._matmul(rhs, not adjoint)

    def _log_abs_determinant(self) -> _core.Tensor:
        return _core.zeros(self._shape()[:-2], self.dtype)


class LinearOperatorHouseholder(LinearOperator):
    """The reflection at the plane at right angles to an axis.

    >>> tf.linalg.LinearOperatorHouseholder([0.0, 2.0]).matvec([3.0, 4.0]).numpy().tolist()
    [3.0, -4.0]
    """

    def __init__(
        self, reflection_axis: Any, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str = "LinearOperatorHouseholder",
    ) -> None:  # fmt: skip
        self._axis = kept(reflection_axis)
        parameters = {"reflection_axis": reflection_axis}
        super().__init__(self._axis.dtype, None, True, True, False, True, name, parameters)

    @property
    def reflection_axis(self) -> Any:
        """The axis, as it was given."""
        return self._axis

    def _shape(self) -> list[int]:
        lengths = lengths_of(self._axis)
        return [*lengths, lengths[-1]]

    def _unit(self) -> _core.Tensor:
        axis = _core.convert_to_tensor(self._axis)
        return (axis / _core.norm(axis, axis=-1, keepdims=True))[..., None]

    def _to_dense(self) -> _core.Tensor:
        unit = self._unit()
        whole = _core.eye(self._shape()[-1], dtype=self.dtype)
        return whole - 2.0 * _core.matmul(unit, unit, adjoint_b=True)

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        unit = self._unit()
        return x - 2.0 * unit * _core.matmul(unit, x, adjoint_a=True)

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._matmul(rhs, adjoint)

    def _determinant(self) -> _core.Tensor:
        return -_core.ones(self._shape()[:-2], self.dtype)

    def _log_abs_determinant(self) -> _core.Tensor:
        return _core.zeros(self._shape()[:-2], self.dtype)


leads_to(triangle=LinearOperatorLowerTriangular)
