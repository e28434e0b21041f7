"""Operators made from one other: its conjugate transpose, its inverse."""

from __future__ import annotations

from .. import _core
from .operator import LinearOperator, adjoint_of, leads_to


class _OfOne(LinearOperator):
    """What operators made from another one share: its hints, and its name with an ending."""

    _ends_names: str

    def __init__(
        self, operator: LinearOperator, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str | None = None,
    ) -> None:  # fmt: skip
        self._operator = operator
        given = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        theirs = operator._hints
        first, second, third, fourth = (
            one if one is not None else other for one, other in zip(given, theirs)
        )
        hints = first, second, third, fourth
        name = name or operator.name + self._ends_names
        super().__init__(operator.dtype, None, *hints, name, {"operator": operator})

    @property
    def operator(self) -> LinearOperator:
        """The operator that it is made from."""
        return self._operator


class LinearOperatorAdjoint(_OfOne):
    """The conjugate transpose of an operator.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0]])
    >>> tf.linalg.LinearOperatorAdjoint(operator).to_dense().numpy().tolist()
    [[1.0], [2.0]]
    """

    _ends_names = "_adjoint"

    def _shape(self) -> list[int]:
        *lead, rows, columns = self._operator.shape.as_list()
        return [*lead, columns, rows]

    def _to_dense(self) -> _core.Tensor:
        return adjoint_of(self._operator.to_dense())

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._operator.matmul(x, adjoint=not adjoint)

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._operator.solve(rhs, adjoint=not adjoint)

    def _determinant(self) -> _core.Tensor:
        return _core.conj(self._operator.determinant())

    def _log_abs_determinant(self) -> _core.Tensor:
        return self._operator.log_abs_determinant()

    def _adjoint(self) -> LinearOperator:
        return self._operator


class LinearOperatorInversion(_OfOne):
    """The inverse of an operator, whose products are solutions.

    >>> operator = tf.linalg.LinearOperatorDiag([2.0, 4.0])
    >>> tf.linalg.LinearOperatorInversion(operator).matvec([1.0, 1.0]).numpy().tolist()
    [0.5, 0.25]
    """

    _ends_names = "_inv"

    def _shape(self) -> list[int]:
        return self._operator.shape.as_list()

    def _to_dense(self) -> _core.Tensor:
        return self._operator.solve(_core.eye(self._shape()[-1], dtype=self.dtype))

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._operator.solve(x, adjoint=adjoint)

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return self._operator.matmul(rhs, adjoint=adjoint)

    def _determinant(self) -> _core.Tensor:
        return 1.0 / self._operator.determinant()

    def _log_abs_determinant(self) -> _core.Tensor:
        return -self._operator.log_abs_determinant()

    def _inverse(self) -> LinearOperator:
        return self._operator


leads_to(adjoint=LinearOperatorAdjoint, inversion=LinearOperatorInversion)
