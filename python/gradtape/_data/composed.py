"""Sparse and ragged tensors as elements: cut into rows, and put together as batches.

Invariant: the rows of a batch are the elements that it was made of.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import _core
from .._ragged.functions import stack as ragged_stack
from .._ragged.tensor import RaggedTensor
from .._sparse.tensor import SparseTensor
from .._structure.composites import has_rows_of_its_own
from .._structure.tensor_spec import TensorSpec


def spec_of(leaf: Any) -> Any:
    """What a tensor looks like, or a value of a type of the program's own."""
    own = getattr(type(leaf), "_type_spec", None)
    return TensorSpec(leaf.shape, leaf.dtype) if own is None else leaf._type_spec


def spec_of_row(column: Any) -> Any:
    """What the rows of a tensor look like, or those of a value of the program's own."""
    if not has_rows_of_its_own(column):
        return TensorSpec(column.shape.as_list()[1:], column.dtype)
    first = next(rows_of(column), None)
    return spec_of(column if first is None else first)


def rows_of(column: Any) -> Iterator[Any]:
    """The rows of a tensor, dense, ragged or sparse, or of a type of the program's own."""
    if has_rows_of_its_own(column):
        return column._rows()
    if not isinstance(column, SparseTensor):
        return (column[row] for row in range(column.shape[0]))
    return _sparse_rows(column)


def _sparse_rows(column: SparseTensor) -> Iterator[SparseTensor]:
    places, shape = column.indices.numpy(), column.dense_shape.numpy()
    order = np.argsort(places[:, 0], kind="stable")
    ends = np.searchsorted(places[order, 0], np.arange(shape[0] + 1))
    for start, end in itertools.pairwise(ends):
        taken = order[start:end]
        values = _core.gather(column.values, _core.constant(taken))
        yield SparseTensor(places[taken, 1:], values, shape[1:])


def stacked(column: list[Any]) -> Any:
    """Elements as the rows of one tensor of their kind.

    Sparse ones may differ in shape: the batch has room for the largest.
    """
    if isinstance(column[0], SparseTensor):
        return _sparse_stacked(column)
    if has_rows_of_its_own(column[0]):
        return column[0]._stacked(column)
    return ragged_stack(column) if isinstance(column[0], RaggedTensor) else _core.stack(column)


def _sparse_stacked(column: list[SparseTensor]) -> SparseTensor:
    places = [np.insert(one.indices.numpy(), 0, row, axis=1) for row, one in enumerate(column)]
    shape = np.max([one.dense_shape.numpy() for one in column], axis=0)
    values = _core.concat([one.values for one in column], 0)
    return SparseTensor(np.concatenate(places), values, np.insert(shape, 0, len(column)))
