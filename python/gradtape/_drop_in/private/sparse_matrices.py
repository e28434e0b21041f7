"""Matrices, or batches of them, of few entries, and their products with others.

The operations themselves come last: their arguments have the names of TensorFlow's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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


class Entries(NamedTuple):
    """What a sparse tensor is made of."""

    indices: _core.Tensor
    values: _core.Tensor
    dense_shape: _core.Tensor


def sparse_tensor_to_csr_sparse_matrix(
    indices: Any, values: Any, dense_shape: Any, name: str | None = None
) -> CSRSparseMatrix:
    """The matrix that has these entries."""
    return CSRSparseMatrix(SparseTensor(indices, values, dense_shape))


def csr_sparse_matrix_to_sparse_tensor(
    sparse_matrix: CSRSparseMatrix, type: Any, name: str | None = None
) -> Entries:
    """The entries of a matrix in the order of their places."""
    entries = reorder(sparse_matrix.to_sparse_tensor())
    return Entries(entries.indices, entries.values, entries.dense_shape)


def dense_to_csr_sparse_matrix(
    dense_input: Any, indices: Any, name: str | None = None
) -> CSRSparseMatrix:
    """The matrix of the entries that a dense one has at these places."""
    dense = _core.convert_to_tensor(dense_input)
    values = _core.gather_nd(dense, indices)
    return CSRSparseMatrix(SparseTensor(indices, values, list(dense.shape)))


def csr_sparse_matrix_to_dense(
    sparse_input: CSRSparseMatrix, type: Any, name: str | None = None
) -> _core.Tensor:
    """The dense matrix."""
    return sparse_input.to_dense()


def sparse_matrix_sparse_mat_mul(
    a: CSRSparseMatrix,
    b: CSRSparseMatrix,
    type: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> CSRSparseMatrix:
    """The product of two matrices of few entries."""
    product: CSRSparseMatrix = matmul(a, b, transpose_a, transpose_b, adjoint_a, adjoint_b)
    return product


def sparse_matrix_nnz(sparse_matrix: CSRSparseMatrix, name: str | None = None) -> _core.Tensor:
    """How many entries a matrix has; of a batch, each of its matrices."""
    entries = sparse_matrix.to_sparse_tensor()
    count = _core.constant(len(entries.values), "int32")
    if entries.shape.rank == 2:
        return count
    return _core.unsorted_segment_sum(
        _core.ones_like(entries.indices[:, 0], "int32"), entries.indices[:, 0], entries.shape[0]
    )
