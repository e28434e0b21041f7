"""Batches of tensors whose lengths differ, as sparse tensors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._ragged.specs import SparseTensorSpec
from .._sparse.tensor import SparseTensor
from .._structure import nest
from ..errors import DataLossError
from .rearranging import Batch

if TYPE_CHECKING:
    from .._typing import ShapeLike
    from .stream import Stream


class SparseBatch(Batch):
    """Elements put together, a fixed number at a time, every one of their values at its place."""

    title = "_DenseToSparseBatchDataset"

    def __init__(self, source: Stream, size: int, row_shape: ShapeLike) -> None:
        super().__init__(source, size, False)
        self._row = _core.TensorShape(row_shape).as_list()

    def elements(self) -> Iterator[Any]:
        for group in self._groups():
            columns = zip(*(nest.flatten(element) for element in group), strict=True)
            yield nest.pack_sequence_as(group[0], [self._together(list(c)) for c in columns])

    def _together(self, rows: list[_core.Tensor]) -> SparseTensor:
        shapes = [row.shape.as_list() for row in rows]
        longest = [max(sizes) for sizes in zip(*shapes)] if shapes[0] else []
        for shape in shapes:
            if len(shape) != len(self._row) or any(
                most is not None and size > most for size, most in zip(shape, self._row)
            ):
                raise DataLossError(
                    None, None, f"Dense shape {shape} does not fit into rows of {self._row}"
                )
        lengths = [size if most is None else most for size, most in zip(longest, self._row)]
        places = [_places(n, shape) for n, shape in enumerate(shapes)]
        values = _core.concat([_core.reshape(row, [-1]) for row in rows], 0)
        return SparseTensor(np.concatenate(places), values, [len(rows), *lengths])

    def spec(self) -> Any:
        return nest.map_structure(
            lambda one: SparseTensorSpec([None, *self._row], one.dtype), self._source.spec()
        )


def _places(row: int, shape: list[int]) -> Any:
    """The indices of every element of row `row`."""
    inner = np.indices(shape, np.int64).reshape(len(shape), -1).T
    return np.concatenate([np.full([len(inner), 1], row, np.int64), inner], 1)
