"""Matrices, or batches of them, of few entries, and their products with others."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._sparse.conversion import from_dense, reorder, to_dense
from ..._sparse.tensor import SparseTensor


class CSRSparseMatrix:
    """A matrix, or a batch of matrices, of few entries: of a `SparseTensor` or of a dense tensor.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private import sparse_matrices
    >>> a = sparse_matrices.CSRSparseMatrix(tf.constant([[0.0, 2.0], [0.0, 0.0]]))
    >>> sparse_matrices.matmul(a, tf.constant([[1.0], [3.0]])).numpy().tolist()
    [[6.0], [0.0]]
    """

    def __init__(self, value: Any, indices: Any = None, name: str | None = None) -> None:
        self._entries = value if isinstance(value, SparseTensor) else from_dense(value)
        if self._entries.shape.rank not in (2, 3):
            raise ValueError("A matrix or a batch of matrices is wanted.")

    @property
    def dtype(self) -> _core.DType:
        """The dtype of the entries."""
        return self._entries.dtype

    @property
    def shape(self) -> _core.TensorShape:
        """The shape of the dense tensor."""
        return self._entries.shape

    def to_sparse_tensor(self) -> SparseTensor:
        """The entries and their places."""
        return self._entries

    def to_dense(self) -> _core.Tensor:
        """The dense tensor."""
        return to_dense(reorder(self._entries))


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Any:
    """The product of two matrices, one of few entries at least; of few entries if both are."""
    options = transpose_a, transpose_b, adjoint_a, adjoint_b
    product = _core.matmul(_dense(a), _dense(b), *options)
    both = isinstance(a, CSRSparseMatrix) and isinstance(b, CSRSparseMatrix)
    return CSRSparseMatrix(product) if both else product


def _dense(value: Any) -> Any:
    return value.to_dense() if isinstance(value, CSRSparseMatrix) else value


def sparse_reorder(
    input_indices: Any, input_values: Any, input_shape: Any, name: str | None = None
) -> tuple[_core.Tensor, _core.Tensor]:
    """Entries of a sparse tensor in the order of their places: places and values."""
    found = reorder(SparseTensor(input_indices, input_values, input_shape))
    return found.indices, found.values
