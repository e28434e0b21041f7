"""Batches of elements whose lengths differ, as ragged tensors.

Invariant: what has one shape in every element stays a plain tensor.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._ragged.functions import concatenated
from .._ragged.specs import RaggedTensorSpec
from .._ragged.tensor import RaggedTensor
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from .rearranging import Batch

if TYPE_CHECKING:
    from .._typing import DTypeLike
    from .stream import Stream


class RaggedBatch(Batch):
    """Elements put together, a fixed number at a time; where a dimension is not known, in ragged
    tensors."""

    title = "_DenseToRaggedBatchDataset"

    def __init__(
        self, source: Stream, size: int, drop_remainder: bool, row_splits_dtype: DTypeLike
    ) -> None:
        super().__init__(source, size, drop_remainder)
        self._splits = _core.as_dtype(row_splits_dtype)

    def elements(self) -> Iterator[Any]:
        specs = nest.flatten(self._source.spec())
        for group in self._groups():
            columns = zip(*(nest.flatten(element) for element in group), strict=True)
            parts = [self._together(list(column), spec) for column, spec in zip(columns, specs)]
            yield nest.pack_sequence_as(group[0], parts)

    def _together(self, column: list[Any], spec: TensorSpec | None) -> Any:
        if spec is None:
            return None
        if _is_known(spec) and not isinstance(column[0], RaggedTensor):
            return _core.stack(column)
        depth = _depth(spec)
        if depth and not isinstance(column[0], RaggedTensor):
            column = [RaggedTensor.from_tensor(part, ragged_rank=depth) for part in column]
        lengths = _core.constant(np.array([part.shape[0] for part in column], np.int64))
        rows = RaggedTensor.from_row_lengths(concatenated(column), lengths)
        return rows.with_row_splits_dtype(self._splits)

    def spec(self) -> Any:
        def ragged(spec: Any, batched: Any) -> Any:
            if spec is None or _is_known(spec):
                return batched
            shape, depth = batched.shape, _depth(spec) + 1
            return RaggedTensorSpec(shape, spec.dtype, depth, self._splits)

        return nest.map_structure(ragged, self._source.spec(), super().spec())


def _is_known(spec: Any) -> bool:
    return spec.shape.rank is None or spec.shape.is_fully_defined()


def _depth(spec: Any) -> int:
    """How many dimensions lie before the last that is not known."""
    return max(axis for axis, size in enumerate(spec.shape.as_list()) if size is None)
