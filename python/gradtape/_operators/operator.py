"""`LinearOperator`: what every operator can do, over its dense matrix.

A class declares `_shape` and `to_dense`, and besides them only what its structure makes cheaper or
more exact. Invariant: variables are kept as they are and read when they are needed, so a tape that
records a call finds them.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._module.module import Module
from .._structure import nest
from .._structure.composite_tensor import CompositeTensor
from ..errors import InvalidArgumentError
from .described import LinearOperatorSpec

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike


def kept(value: TensorLike) -> Any:
    """A variable, or a module that stands for what it computes, as it is; the rest as tensors."""
    is_deferred = isinstance(value, Module) and hasattr(value, "dtype") and hasattr(value, "shape")
    if is_deferred or isinstance(value, _core.Variable):
        return value
    return _core.convert_to_tensor(value)


def lengths_of(held: Any) -> Any:
    """The lengths of what `kept` holds, which a module may not know before it has computed it."""
    shape, is_module = held.shape, isinstance(held, Module)
    if is_module and not shape.is_fully_defined():
        shape = _core.convert_to_tensor(held).shape
    return shape.as_list()


def adjoint_of(x: _core.Tensor) -> _core.Tensor:
    """The conjugate transpose of the last two axes."""
    return _core.adjoint(x)


# Kinds that every operator leads to, which are operators themselves: their modules add them.
_KINDS: dict[str, Any] = {}


def leads_to(**kinds: Any) -> None:
    """Adds kinds that the base makes of any operator."""
    _KINDS.update(kinds)


class LinearOperator(Module):
    """A matrix, or a batch of them, by what it does: the base of all of `tf.linalg`'s operators.

    A subclass gives `_shape` and `_to_dense`. Hints such as `is_self_adjoint` are taken at their
    word, True, False or None. Everything is differentiable in what an operator was made from, and
    variables are read anew at each call. Errors: `NotImplementedError` from `solve`, `determinant`
    and the like for operators that are not square, or singular by their hints.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[2.0, 0.0], [0.0, 4.0]])
    >>> operator.solvevec([2.0, 2.0]).numpy().tolist()
    [1.0, 0.5]
    """

    def __init__(
        self, dtype: DTypeLike, graph_parents: Any = None, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str | None = None, parameters: Any = None,
    ) -> None:  # fmt: skip
        super().__init__(name=name or type(self).__name__)
        if is_positive_definite and is_non_singular is None:
            is_non_singular = True
        if is_positive_definite and is_non_singular is False:
            raise ValueError("A positive definite matrix is always non-singular.")
        if (is_non_singular or is_self_adjoint or is_positive_definite) and is_square is False:
            raise ValueError("A non-singular or self-adjoint operator is always square.")
        self._dtype = _core.as_dtype(dtype)
        self._hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        self.parameters = dict(parameters or {})

    # --- in structures ----------------------------------------------------------------------------

    @property
    def _type_spec(self) -> LinearOperatorSpec:
        return LinearOperatorSpec.of(self)

    def _convert_variables_to_tensors(self) -> Any:
        parts = nest.flatten(self, expand_composites=True)
        tensors = [_core.convert_to_tensor(part) for part in parts]
        return nest.pack_sequence_as(self, tensors, expand_composites=True)

    # --- what it is -------------------------------------------------------------------------------

    def _shape(self) -> list[int]:
        """The lengths of all axes."""
        return self.to_dense().shape.as_list()

    def _to_dense(self) -> Any:
        return self.matmul(_core.eye(self.domain_dimension, dtype=self.dtype))

    @property
    def dtype(self) -> _core.DType:
        """The dtype of the elements."""
        return self._dtype

    @property
    def is_non_singular(self) -> bool | None:
        """Whether it can be inverted, if that is known."""
        return self._hints[0]

    @property
    def is_self_adjoint(self) -> bool | None:
        """Whether it is its own conjugate transpose, if that is known."""
        return self._hints[1]

    @property
    def is_positive_definite(self) -> bool | None:
        """Whether `x^H A x` is positive for every `x`, if that is known."""
        return self._hints[2]

    @property
    def is_square(self) -> bool:
        """Whether it has as many rows as columns."""
        given = self._hints[3]
        return self.domain_dimension == self.range_dimension if given is None else bool(given)

    @property
    def shape(self) -> _core.TensorShape:
        """The shape of the dense matrix."""
        return _core.TensorShape(self._shape())

    @property
    def batch_shape(self) -> _core.TensorShape:
        """The axes before the last two."""
        return self.shape[:-2]

    @property
    def range_dimension(self) -> int:
        """The number of rows."""
        return self._shape()[-2]

    @property
    def domain_dimension(self) -> int:
        """The number of columns."""
        return self._shape()[-1]

    @property
    def tensor_rank(self) -> int:
        """The number of axes."""
        return len(self._shape())

    def shape_tensor(self, name: str = "shape_tensor") -> _core.Tensor:
        """The shape as a tensor."""
        return _core.constant(self._shape(), _core.int32)

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> _core.Tensor:
        """The axes before the last two as a tensor."""
        return self.shape_tensor()[:-2]

    def range_dimension_tensor(self, name: str = "range_dimension_tensor") -> _core.Tensor:
        """The number of rows as a tensor."""
        return self.shape_tensor()[-2]

    def domain_dimension_tensor(self, name: str = "domain_dimension_tensor") -> _core.Tensor:
        """The number of columns as a tensor."""
        return self.shape_tensor()[-1]

    def tensor_rank_tensor(self, name: str = "tensor_rank_tensor") -> _core.Tensor:
        """The number of axes as a tensor."""
        return _core.constant(self.tensor_rank)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: shape={tuple(self._shape())}, dtype={self.dtype.name}>"

    # --- what it does -----------------------------------------------------------------------------

    def to_dense(self, name: str = "to_dense") -> _core.Tensor:
        """The matrix itself."""
        return self._to_dense()

    def __tf_tensor__(self, dtype: DTypeLike = None, name: str | None = None) -> _core.Tensor:
        return self.to_dense()

    def matmul(
        self, x: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul"
    ) -> Any:
        """The product with a matrix; with an operator, their composition.

        `adjoint` and `adjoint_arg` take the conjugate transpose of a factor.
        """
        if isinstance(x, LinearOperator):
            left, right = self.adjoint() if adjoint else self, x.adjoint() if adjoint_arg else x
            if left.domain_dimension != right.range_dimension:
                raise ValueError(
                    "Operators are incompatible. Expected `x` to have dimension "
                    f"{left.domain_dimension} but got {right.range_dimension}."
                )
            return _KINDS["composition"]([left, right])
        given = _core.convert_to_tensor(x, dtype_hint=self.dtype)
        given = adjoint_of(given) if adjoint_arg else given
        need_rows(given, self.range_dimension if adjoint else self.domain_dimension)
        return self._matmul(given, adjoint)

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return _core.matmul(self.to_dense(), x, adjoint_a=adjoint)

    def __matmul__(self, other: _core.Tensor) -> Any:
        return self.matmul(other)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str = "matvec") -> _core.Tensor:
        """The product with a vector, or a batch of them."""
        given = _core.convert_to_tensor(x, dtype_hint=self.dtype)
        return _core.squeeze(self.matmul(_core.expand_dims(given, -1), adjoint), [-1])

    def solve(
        self, rhs: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve"
    ) -> Any:
        """The `x` for which `A x = rhs`; with an operator, the inverse composed with it."""
        self._need_inverse("solve")
        if isinstance(rhs, LinearOperator):
            inverse = (self.adjoint() if adjoint else self).inverse()
            return inverse.matmul(rhs, adjoint_arg=adjoint_arg)
        given = _core.convert_to_tensor(rhs, dtype_hint=self.dtype)
        given = adjoint_of(given) if adjoint_arg else given
        need_rows(given, self.range_dimension)
        return self._solve(given, adjoint)

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return _core.solve(*same_batch(self.to_dense(), rhs), adjoint=adjoint)

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str = "solve") -> _core.Tensor:
        """As `solve`, for a vector, or a batch of them."""
        given = _core.convert_to_tensor(rhs, dtype_hint=self.dtype)
        return _core.squeeze(self.solve(_core.expand_dims(given, -1), adjoint), [-1])

    def _need_inverse(self, name: str) -> None:
        self._need_square(name)
        if self.is_non_singular is False:
            raise NotImplementedError(
                f"{name} is not there for an operator that is expected to be singular"
            )

    def _need_square(self, name: str) -> None:
        if not self.is_square:
            raise NotImplementedError(
                f"{name} is not there for an operator that is not square: its shape is {self.shape}"
            )

    def determinant(self, name: str = "det") -> _core.Tensor:
        """The determinant."""
        self._need_square("determinant")
        return self._determinant()

    def _determinant(self) -> _core.Tensor:
        return _core.det(self.to_dense())

    def log_abs_determinant(self, name: str = "log_abs_det") -> _core.Tensor:
        """The logarithm of the size of the determinant."""
        self._need_square("log_abs_determinant")
        return self._log_abs_determinant()

    def _log_abs_determinant(self) -> _core.Tensor:
        return _core.slogdet(self.to_dense())[1]

    def trace(self, name: str = "trace") -> _core.Tensor:
        """The sum of the diagonal."""
        return _core.reduce_sum(self.diag_part(), -1)

    def diag_part(self, name: str = "diag_part") -> _core.Tensor:
        """The main diagonal."""
        return self._diag_part()

    def _diag_part(self) -> _core.Tensor:
        return _core.diag_part(self.to_dense())

    def eigvals(self, name: str = "eigvals") -> _core.Tensor:
        """The eigenvalues. Errors: `NotImplementedError` unless it is self-adjoint by its hints,
        or its structure tells them."""
        return self._eigvals()

    def _eigvals(self) -> _core.Tensor:
        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        return _core.eigvalsh(self.to_dense())

    def cond(self, name: str = "cond") -> _core.Tensor:
        """The largest singular value by the smallest."""
        self._need_square("cond")
        values = _core.svd(self.to_dense(), compute_uv=False)
        return _core.reduce_max(values, -1) / _core.reduce_min(values, -1)

    def add_to_tensor(self, x: TensorLike, name: str = "add_to_tensor") -> _core.Tensor:
        """The matrix added to `x`."""
        return _core.convert_to_tensor(x, dtype_hint=self.dtype) + self.to_dense()

    # --- operators from it ------------------------------------------------------------------------

    def adjoint(self, name: str = "adjoint") -> LinearOperator:
        """The conjugate transpose; itself if it is self-adjoint by its hints."""
        return self if self.is_self_adjoint else self._adjoint()

    def _adjoint(self) -> LinearOperator:
        return _KINDS["adjoint"](self)

    @property
    def H(self) -> LinearOperator:
        """The conjugate transpose."""
        return self.adjoint()

    def inverse(self, name: str = "inverse") -> LinearOperator:
        """The inverse."""
        self._need_inverse("inverse")
        return self._inverse()

    def _inverse(self) -> LinearOperator:
        return _KINDS["inversion"](self)

    def cholesky(self, name: str = "cholesky") -> LinearOperator:
        """The lower triangular operator whose product with its adjoint this is.

        Errors: `ValueError` unless the hints say that it is self-adjoint and positive definite.
        """
        if not (self.is_self_adjoint and self.is_positive_definite):
            raise ValueError(
                "Cannot take the Cholesky decomposition: "
                "Not a positive definite self adjoint matrix."
            )
        return self._cholesky()

    def _cholesky(self) -> LinearOperator:
        factor = _core.cholesky(self.to_dense())
        return _KINDS["triangle"](factor, is_non_singular=True, is_square=True)

    # --- checks -----------------------------------------------------------------------------------

    def assert_non_singular(self, name: str = "assert_non_singular") -> None:
        """Errors: `InvalidArgumentError` if it is singular up to rounding."""
        values = _core.svd(self.to_dense(), compute_uv=False)
        least = _core.reduce_max(values, -1) * np.finfo(self.dtype.real_dtype.as_numpy_dtype).eps
        self._insist(_core.reduce_min(values, -1) > least, "singular")

    def assert_positive_definite(self, name: str = "assert_positive_definite") -> None:
        """Errors: `InvalidArgumentError` if an eigenvalue is not positive."""
        dense = self.to_dense()
        values = _core.eigvalsh((dense + adjoint_of(dense)) / _core.cast(2, self.dtype))
        self._insist(values > 0, "not positive definite")

    def assert_self_adjoint(self, name: str = "assert_self_adjoint") -> None:
        """Errors: `InvalidArgumentError` if it differs from its conjugate transpose."""
        dense = self.to_dense()
        self._insist(dense == adjoint_of(dense), "not self-adjoint")

    def _insist(self, holds: _core.Tensor, otherwise: str) -> None:
        if not bool(_core.reduce_all(holds)):
            raise InvalidArgumentError(None, None, f"{self!r} is {otherwise}")


def same_batch(matrix: _core.Tensor, rhs: _core.Tensor) -> tuple[_core.Tensor, _core.Tensor]:
    """Both with the batch axes that they have together."""
    batch = broadcast_batch(matrix.shape.as_list()[:-2], rhs.shape.as_list()[:-2])
    return (
        _core.broadcast_to(matrix, [*batch, *matrix.shape[-2:]]),
        _core.broadcast_to(rhs, [*batch, *rhs.shape[-2:]]),
    )


def broadcast_batch(*shapes: list[int]) -> list[int]:
    """The shape that batches have together."""
    return [*np.broadcast_shapes(*map(tuple, shapes))]


def product(values: Any) -> Any:
    """The product of several tensors."""
    return functools.reduce(lambda a, b: a * b, values)


def total(values: Any) -> _core.Tensor:
    """The sum of several tensors."""
    return functools.reduce(lambda a, b: a + b, values)


CompositeTensor.register(LinearOperator)


def need_rows(matrix: _core.Tensor, count: int) -> None:
    """`ValueError` for a matrix with another number of rows than an operator takes.

    >>> from gradtape._operators.operator import need_rows
    >>> need_rows(tf.ones([2, 3]), 2)
    """
    rows = matrix.shape.as_list()[-2:-1]
    if rows and rows[0] != count:
        raise ValueError(f"Dimensions {count} and {rows[0]} are not compatible")
