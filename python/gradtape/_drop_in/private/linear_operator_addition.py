"""`tensorflow.python.ops.linalg.linear_operator_addition`: sums of linear operators."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from ..._operators.operator import LinearOperator
from ..._operators.simple import (
    LinearOperatorDiag,
    LinearOperatorFullMatrix,
    LinearOperatorIdentity,
    LinearOperatorLowerTriangular,
    LinearOperatorScaledIdentity,
)

SUPPORTED_OPERATORS = [
    LinearOperatorDiag,
    LinearOperatorLowerTriangular,
    LinearOperatorFullMatrix,
    LinearOperatorIdentity,
    LinearOperatorScaledIdentity,
]
_DIAGONAL = (
    LinearOperatorDiag,
    LinearOperatorIdentity,
    LinearOperatorScaledIdentity,
)


def add_operators(
    operators: Sequence[Any],
    operator_name: str | None = None,
    addition_tiers: Any = None,
    name: str | None = None,
) -> list[Any]:
    """A list of the sum of the operators, of the narrowest kind that all of them are."""
    for operator in operators:
        if not isinstance(operator, LinearOperator):
            raise TypeError(f"Argument operators contains a non-operator. Found: {operator}")
    return [functools.reduce(_sum, operators)]


def _sum(one: Any, other: Any) -> Any:
    both = (one, other)
    if all(isinstance(each, _DIAGONAL) for each in both):
        return LinearOperatorDiag(one.diag_part() + other.diag_part(), **_hints(both))
    triangular = (*_DIAGONAL, LinearOperatorLowerTriangular)
    kind: Any = LinearOperatorFullMatrix
    if all(isinstance(each, triangular) for each in both):
        kind = LinearOperatorLowerTriangular
    return kind(one.to_dense() + other.to_dense(), **_hints(both))


def _hints(operators: tuple[Any, Any]) -> dict[str, Any]:
    """What is known of a sum: all of it that holds for both."""
    symmetric = all(operator.is_self_adjoint for operator in operators) or None
    positive = all(operator.is_positive_definite for operator in operators) or None
    return {
        "is_self_adjoint": symmetric,
        "is_positive_definite": positive,
        "is_non_singular": positive,
    }
