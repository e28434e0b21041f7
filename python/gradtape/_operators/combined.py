"""Operators made from several: products, blocks, updates of low rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .blocks import InBlocks
from .operator import LinearOperator, adjoint_of, broadcast_batch, kept, leads_to, product, total

if TYPE_CHECKING:
    from .._typing import TensorLike


def _all(values: Any) -> bool | None:
    """True if all hints are, None where that is not known."""
    found = list(values)
    return True if all(value is True for value in found) else None


class _OfSeveral(LinearOperator):
    """What operators made from a list of others share; their names are joined for theirs."""

    _joins_names = "_o_"

    def __init__(
        self, operators: Any, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str | None = None,
    ) -> None:  # fmt: skip
        self._operators = list(operators)
        if not self._operators:
            raise ValueError("Expected a non-empty list of operators.")
        if is_non_singular is None:
            is_non_singular = _all(operator.is_non_singular for operator in self._operators)
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        dtype = self._operators[0].dtype
        name = name or self._joins_names.join(operator.name for operator in self._operators)
        super().__init__(dtype, None, *hints, name, {"operators": operators})

    @property
    def operators(self) -> list[LinearOperator]:
        """The operators that it is made from."""
        return self._operators

    def _batch(self) -> list[int]:
        return broadcast_batch(*[operator.batch_shape.as_list() for operator in self._operators])


class LinearOperatorComposition(_OfSeveral):
    """The product of operators, which is applied from the last to the first.

    >>> double = tf.linalg.LinearOperatorScaledIdentity(2, 2.0)
    >>> tf.linalg.LinearOperatorComposition([double, double]).matvec([1.0, 2.0]).numpy().tolist()
    [4.0, 8.0]
    """

    def _shape(self) -> list[int]:
        first, last = self._operators[0], self._operators[-1]
        return [*self._batch(), first.range_dimension, last.domain_dimension]

    def _to_dense(self) -> _core.Tensor:
        found = self._operators[-1].to_dense()
        for operator in reversed(self._operators[:-1]):
            found = operator.matmul(found)
        return found

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        for operator in self._operators if adjoint else reversed(self._operators):
            x = operator.matmul(x, adjoint=adjoint)
        return x

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        for operator in reversed(self._operators) if adjoint else self._operators:
            rhs = operator.solve(rhs, adjoint=adjoint)
        return rhs

    def _determinant(self) -> _core.Tensor:
        if all(operator.is_square for operator in self._operators):
            return product(operator.determinant() for operator in self._operators)
        return super()._determinant()

    def _log_abs_determinant(self) -> _core.Tensor:
        if all(operator.is_square for operator in self._operators):
            return total(operator.log_abs_determinant() for operator in self._operators)
        return super()._log_abs_determinant()


class LinearOperatorKronecker(_OfSeveral):
    """Kronecker's product of operators.

    >>> double = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> tf.linalg.LinearOperatorKronecker([double, double]).diag_part().numpy().tolist()
    [1.0, 2.0, 2.0, 4.0]
    """

    _joins_names = "_x_"

    def _shape(self) -> list[int]:
        rows = product(operator.range_dimension for operator in self._operators)
        columns = product(operator.domain_dimension for operator in self._operators)
        return [*self._batch(), rows, columns]

    def _to_dense(self) -> _core.Tensor:
        found = self._operators[0].to_dense()
        for operator in self._operators[1:]:
            right = operator.to_dense()
            both = found[..., :, None, :, None] * right[..., None, :, None, :]
            a, b, c, d = both.shape[-4:]
            found = _core.reshape(both, [*both.shape[:-4], a * b, c * d])
        return found

    def _powers(self) -> list[int]:
        """How often the determinant of each operator counts."""
        size = self.range_dimension
        return [size // operator.range_dimension for operator in self._operators]

    def _determinant(self) -> _core.Tensor:
        pairs = zip(self._operators, self._powers())
        return product(operator.determinant() ** power for operator, power in pairs)

    def _log_abs_determinant(self) -> _core.Tensor:
        pairs = zip(self._operators, self._powers())
        return total(operator.log_abs_determinant() * power for operator, power in pairs)

    def _diag_part(self) -> _core.Tensor:
        if not all(operator.is_square for operator in self._operators):
            return super()._diag_part()
        found = self._operators[0].diag_part()
        for operator in self._operators[1:]:
            both = found[..., :, None] * operator.diag_part()[..., None, :]
            found = _core.reshape(both, [*both.shape[:-2], -1])
        return found


class LinearOperatorBlockDiag(InBlocks, _OfSeveral):
    """Operators along the diagonal, zeros elsewhere.

    >>> one = tf.linalg.LinearOperatorFullMatrix([[5.0]])
    >>> tf.linalg.LinearOperatorBlockDiag([one, one]).to_dense().numpy().tolist()
    [[5.0, 0.0], [0.0, 5.0]]
    """

    _joins_names = "_ds_"

    def _shape(self) -> list[int]:
        rows = sum(operator.range_dimension for operator in self._operators)
        columns = sum(operator.domain_dimension for operator in self._operators)
        return [*self._batch(), rows, columns]

    def _to_dense(self) -> _core.Tensor:
        return self._matmul(_core.eye(self.domain_dimension, dtype=self.dtype), False)

    def _block_operators(self) -> list[LinearOperator]:
        return self._operators

    def _apart(self, x: _core.Tensor, adjoint: bool, solving: bool) -> _core.Tensor:
        """Each operator's method on its rows of `x`."""
        rows = adjoint is not solving
        sizes = [o.range_dimension if rows else o.domain_dimension for o in self._operators]
        parts = _core.split(x, sizes, -2)
        found = [
            (operator.solve if solving else operator.matmul)(part, adjoint=adjoint)
            for operator, part in zip(self._operators, parts)
        ]
        lead = broadcast_batch(*[part.shape.as_list()[:-2] for part in found])
        return _core.concat([_core.broadcast_to(p, [*lead, *p.shape[-2:]]) for p in found], -2)

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._apart(x, adjoint, False)

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._apart(rhs, adjoint, True)

    def _determinant(self) -> _core.Tensor:
        return product(operator.determinant() for operator in self._operators)

    def _log_abs_determinant(self) -> _core.Tensor:
        return total(operator.log_abs_determinant() for operator in self._operators)

    def _diag_part(self) -> _core.Tensor:
        if not all(operator.is_square for operator in self._operators):
            return super()._diag_part()
        return self._joined([operator.diag_part() for operator in self._operators])

    def _eigvals(self) -> Any:
        return self._joined([operator.eigvals() for operator in self._operators])

    def _joined(self, parts: list[Any]) -> _core.Tensor:
        batch = self._batch()
        return _core.concat([_core.broadcast_to(p, [*batch, p.shape[-1]]) for p in parts], -1)


class LinearOperatorBlockLowerTriangular(InBlocks):
    """Rows of operators, of which the i-th has `i + 1`; zeros above.

    >>> one = tf.linalg.LinearOperatorFullMatrix([[5.0]])
    >>> operator = tf.linalg.LinearOperatorBlockLowerTriangular([[one], [one, one]])
    >>> operator.to_dense().numpy().tolist()
    [[5.0, 0.0], [5.0, 5.0]]
    """

    def __init__(
        self, operators: Any, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str = "LinearOperatorBlockLowerTriangular",
    ) -> None:  # fmt: skip
        self._rows = [list(row) for row in operators]
        if [len(row) for row in self._rows] != [*range(1, len(self._rows) + 1)]:
            raise ValueError("row i of the operators has i + 1 of them")
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        dtype = self._rows[0][0].dtype
        super().__init__(dtype, None, *hints, name, {"operators": operators})

    @property
    def operators(self) -> list[list[LinearOperator]]:
        """The operators, row by row."""
        return self._rows

    def _block_operators(self) -> list[LinearOperator]:
        return [row[-1] for row in self._rows]

    def _shape(self) -> list[int]:
        every = [operator for row in self._rows for operator in row]
        batch = broadcast_batch(*[operator.batch_shape.as_list() for operator in every])
        rows = sum(row[-1].range_dimension for row in self._rows)
        return [*batch, rows, sum(row[-1].domain_dimension for row in self._rows)]

    def _to_dense(self) -> _core.Tensor:
        *batch, _, width = self._shape()
        found = []
        for row in self._rows:
            parts = [operator.to_dense() for operator in row]
            parts = [_core.broadcast_to(part, [*batch, *part.shape[-2:]]) for part in parts]
            left = _core.concat(parts, -1)
            rest = _core.zeros([*batch, left.shape[-2], width - left.shape[-1]], self.dtype)
            found.append(_core.concat([left, rest], -1))
        return _core.concat(found, -2)

    def _determinant(self) -> _core.Tensor:
        return product(row[-1].determinant() for row in self._rows)

    def _log_abs_determinant(self) -> _core.Tensor:
        return total(row[-1].log_abs_determinant() for row in self._rows)


class LinearOperatorLowRankUpdate(LinearOperator):
    """`L + U D V^H` for an operator `L` and narrow `U` and `V`; `D` is a diagonal, `V` is `U`,
    unless they are given.

    Solutions and determinants are those of `L` and of a matrix as small as `U` is narrow
    (Woodbury's identity and the matrix determinant lemma).

    >>> base = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> tf.linalg.LinearOperatorLowRankUpdate(base, [[1.0], [1.0]]).to_dense().numpy().tolist()
    [[2.0, 1.0], [1.0, 3.0]]
    """

    def __init__(
        self, base_operator: LinearOperator, u: TensorLike, diag_update: Any = None,
        v: TensorLike | None = None, is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None, is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None, is_square: bool | None = None,
        name: str = "LinearOperatorLowRankUpdate",
    ) -> None:  # fmt: skip
        self._base, self._u = base_operator, kept(u)
        self._v = self._u if v is None else kept(v)
        self._diag = None if diag_update is None else kept(diag_update)
        positive = bool(is_diag_update_positive) or diag_update is None
        if v is None and is_self_adjoint is None and base_operator.is_self_adjoint:
            is_self_adjoint = True
            if positive and base_operator.is_positive_definite:
                is_positive_definite = True
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        super().__init__(base_operator.dtype, None, *hints, name, {"u": u, "v": v})

    @property
    def base_operator(self) -> LinearOperator:
        """The operator that is updated."""
        return self._base

    @property
    def u(self) -> Any:
        """The left factor, as it was given."""
        return self._u

    @property
    def v(self) -> Any:
        """The right factor, as it was given."""
        return self._v

    def _shape(self) -> list[int]:
        batches = [self._base.batch_shape.as_list(), self._u.shape.as_list()[:-2]]
        return [*broadcast_batch(*batches), *self._base.shape[-2:]]

    def _scaled(self, x: _core.Tensor, adjoint: bool = False) -> _core.Tensor:
        """`D x`."""
        if self._diag is None:
            return x
        scales = _core.convert_to_tensor(self._diag)
        return (_core.conj(scales) if adjoint else scales)[..., None] * x

    def _to_dense(self) -> _core.Tensor:
        return self._base.to_dense() + self._update(None, False)

    def _update(self, x: _core.Tensor | None, adjoint: bool) -> _core.Tensor:
        left, right = (self._v, self._u) if adjoint else (self._u, self._v)
        inner = adjoint_of(right) if x is None else _core.matmul(right, x, adjoint_a=True)
        return _core.matmul(left, self._scaled(inner, adjoint))

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._base.matmul(x, adjoint=adjoint) + self._update(x, adjoint)

    def _capacitance(self) -> _core.Tensor:
        """`D^-1 + V^H L^-1 U`."""
        small = _core.matmul(self._v, self._base.solve(self._u), adjoint_a=True)
        size = small.shape[-1]
        if self._diag is None:
            return small + _core.eye(size, dtype=self.dtype)
        return small + _core.diag(1.0 / _core.convert_to_tensor(self._diag))

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        left, right = (self._v, self._u) if adjoint else (self._u, self._v)
        first = self._base.solve(rhs, adjoint=adjoint)
        inner = _core.matmul(right, first, adjoint_a=True)
        small = _core.solve(self._capacitance(), inner, adjoint=adjoint)
        return first - self._base.solve(_core.matmul(left, small), adjoint=adjoint)

    def _determinant(self) -> _core.Tensor:
        found = _core.det(self._capacitance()) * self._base.determinant()
        return found if self._diag is None else found * _core.reduce_prod(self._diag, -1)

    def _log_abs_determinant(self) -> _core.Tensor:
        found = _core.slogdet(self._capacitance())[1] + self._base.log_abs_determinant()
        if self._diag is None:
            return found
        return found + _core.reduce_sum(_core.log(_core.abs(self._diag)), -1)


leads_to(composition=LinearOperatorComposition)
