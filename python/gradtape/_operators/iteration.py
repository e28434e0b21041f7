"""Systems of equations that are solved step by step, by products with a matrix alone.

Invariant: a step costs one product; nothing is kept but four vectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike


class CGState(NamedTuple):
    """Where the method of conjugate gradients stands."""

    i: Any
    x: _core.Tensor
    r: _core.Tensor
    p: _core.Tensor
    gamma: _core.Tensor


def conjugate_gradient(
    operator: Any,
    rhs: TensorLike,
    preconditioner: Any = None,
    x: TensorLike | None = None,
    tol: float = 1e-5,
    max_iter: int = 20,
    name: str = "conjugate_gradient",
) -> CGState:
    """The solution `x` of `A x = rhs` for a self-adjoint, positive definite `LinearOperator` `A`.

    Conjugate gradients (Hestenes and Stiefel, 1952), from `x` or zeros, until the residual is
    smaller than `tol` times `rhs` or after `max_iter` steps; `preconditioner` is an operator close
    to the inverse of `A`. The answer has the number of steps `i`, the solution `x`, its residual
    `r`, the last direction `p` and `gamma`, the product of the residual with the preconditioned
    one. Gradients go through the steps. `ValueError` for an operator that is said not to be
    self-adjoint or positive definite.

    >>> A = tf.linalg.LinearOperatorFullMatrix(
    ...     [[4.0, 1.0], [1.0, 3.0]], is_self_adjoint=True, is_positive_definite=True
    ... )
    >>> tf.linalg.experimental.conjugate_gradient(A, [5.0, 4.0]).x.numpy().round(4).tolist()
    [1.0, 1.0]
    """
    if not (operator.is_self_adjoint and operator.is_positive_definite):
        raise ValueError("Expected a self-adjoint, positive definite operator.")
    b = _core.convert_to_tensor(rhs)
    wanted = float(tol) * _core.norm(b)
    start = _core.zeros_like(b) if x is None else _core.convert_to_tensor(x)
    r = b - operator.matvec(start)
    state = CGState(0, start, r, *_direction(r, preconditioner))
    while state.i < max_iter and bool(_core.norm(state.r) > wanted):
        state = _step(operator, preconditioner, state)
    return state._replace(i=_core.constant(state.i))


def _direction(r: _core.Tensor, preconditioner: Any) -> tuple[_core.Tensor, _core.Tensor]:
    """The preconditioned residual, and its product with the residual."""
    z = r if preconditioner is None else preconditioner.matvec(r)
    return z, _core.reduce_sum(_core.conj(r) * z)


def _step(operator: Any, preconditioner: Any, at: CGState) -> CGState:
    image = operator.matvec(at.p)
    alpha = at.gamma / _core.reduce_sum(_core.conj(at.p) * image)
    r = at.r - alpha * image
    z, gamma = _direction(r, preconditioner)
    return CGState(at.i + 1, at.x + alpha * at.p, r, z + gamma / at.gamma * at.p, gamma)
