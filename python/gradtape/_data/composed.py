"""Sparse and ragged tensors as elements: cut into rows, and put together as batches.

Invariant: the rows of a batch are the elements that it was made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import _core
from .._ragged.functions import stack as ragged_stack
from .._ragged.specs import RaggedTensorSpec, SparseTensorSpec, longer, shorter
from .._ragged.tensor import RaggedTensor
from .._sparse import rows as sparse_rows
from .._sparse.tensor import SparseTensor
from .._structure.composites import has_rows_of_its_own
from .._structure.tensor_spec import TensorSpec


def spec_of(leaf: Any) -> Any:
    """What a tensor looks like, dense, sparse or ragged, or a value of the program's own type."""
    if isinstance(leaf, SparseTensor):
        return SparseTensorSpec.from_value(leaf)
    if isinstance(leaf, RaggedTensor):
        return RaggedTensorSpec.from_value(leaf)
    own = getattr(type(leaf), "_type_spec", None)
    return TensorSpec(leaf.shape, leaf.dtype) if own is None else leaf._type_spec


def spec_of_row(column: Any) -> Any:
    """What the rows of a tensor look like, or those of a value of the program's own."""
    if not has_rows_of_its_own(column):
        return shorter_spec(spec_of(column))
    first = next(rows_of(column), None)
    return spec_of(column if first is None else first)


def longer_spec(spec: Any, size: int | None) -> Any:
    """What so many of what `spec` describes are together."""
    if isinstance(spec, (SparseTensorSpec, RaggedTensorSpec)):
        return spec._batch(size)
    if spec is None or spec.shape.rank is None:
        return spec
    return TensorSpec(longer(spec.shape, size), spec.dtype)


def shorter_spec(spec: Any) -> Any:
    """What the rows are of what `spec` describes."""
    if isinstance(spec, (SparseTensorSpec, RaggedTensorSpec)):
        return spec._unbatch()
    return TensorSpec(shorter(spec.shape), spec.dtype)


def open_spec(spec: Any) -> Any:
    """`spec` as found from data: lengths of what is not dense are those of the data alone."""
    if not isinstance(spec, (SparseTensorSpec, RaggedTensorSpec)):
        return spec
    lengths = [None] * (spec.shape.rank or 0)
    if isinstance(spec, SparseTensorSpec):
        return SparseTensorSpec(lengths, spec.dtype)
    return RaggedTensorSpec(lengths, spec.dtype, spec.ragged_rank, spec.row_splits_dtype)


def like(spec: Any, zeros: _core.Tensor) -> Any:
    """A value that fits `spec`, of zeros of its shape."""
    if isinstance(spec, SparseTensorSpec):
        places, values = np.zeros([0, zeros.shape.rank], np.int64), _core.zeros([0], zeros.dtype)
        return SparseTensor(places, values, zeros.shape.as_list())
    if isinstance(spec, RaggedTensorSpec) and spec.ragged_rank:
        ragged = RaggedTensor.from_tensor(zeros, ragged_rank=spec.ragged_rank)
        return ragged.with_row_splits_dtype(spec.row_splits_dtype)
    return zeros


def rows_of(column: Any) -> Iterator[Any]:
    """The rows of a tensor, dense, ragged or sparse, or of a type of the program's own."""
    if has_rows_of_its_own(column):
        return column._rows()
    if not isinstance(column, SparseTensor):
        return (column[row] for row in range(column.shape[0]))
    return sparse_rows.rows_of(column)


def stacked(column: list[Any]) -> Any:
    """Elements as the rows of one tensor of their kind.

    Sparse ones may differ in shape: the batch has room for the largest.
    """
    if isinstance(column[0], SparseTensor):
        return sparse_rows.stacked(column)
    if has_rows_of_its_own(column[0]):
        return column[0]._stacked(column)
    return ragged_stack(column) if isinstance(column[0], RaggedTensor) else _core.stack(column)


def is_ragged_row(spec: Any) -> bool:
    """Whether `spec` describes tensors that together are the rows of a ragged tensor."""
    return isinstance(spec, RaggedTensorSpec) and spec.ragged_rank == 0


def stacked_as(column: list[Any], spec: Any) -> Any:
    """Elements as the rows of one tensor of the kind that `spec` says, which may be ragged."""
    if column[0] is None:
        return None
    if not is_ragged_row(spec) or not column[0].shape.rank:
        return stacked(column)
    lengths = _core.constant(np.array([part.shape[0] for part in column], np.int64))
    rows = RaggedTensor.from_row_lengths(_core.concat(column, 0), lengths)
    return rows.with_row_splits_dtype(spec.row_splits_dtype)
