"""Datasets that only rearrange, repeat, group or drop elements.

Where the source can name its rows, these move row numbers, and only `batch` touches the data.
"""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from .. import _core, errors
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from . import elements, indices
from .dataset import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset
from .indices import Rows
from .shuffling import Shuffler


class _Rearranged(Dataset):
    """A dataset over another one, whose elements it passes on."""

    def __init__(self, source: Dataset) -> None:
        self._source = source

    def _spec(self) -> Any:
        return self._source._spec()

    def _cardinality(self) -> int:
        return self._source._cardinality()

    def _rows_by(self, order: Callable[[Rows], Iterator[Any]]) -> Rows | None:
        """The rows of the source in another order, if it has rows."""
        rows = self._source._rows()
        return None if rows is None else rows.rearranged(lambda: order(rows))

    def _elements(self) -> Iterator[Any]:
        rows = self._rows()
        return self._passed_on() if rows is None else rows.elements()

    def _passed_on(self) -> Iterator[Any]:
        return iter(self._source._elements())


class _PrefetchDataset(_Rearranged):
    """The same elements."""

    def _rows(self) -> Rows | None:
        return self._source._rows()


class _TakeDataset(_Rearranged):
    """The first elements."""

    def __init__(self, source: Dataset, count: int) -> None:
        super().__init__(source)
        self._count = count

    def _rows(self) -> Rows | None:
        return self._rows_by(lambda rows: indices.first(rows.blocks(), self._count))

    def _passed_on(self) -> Iterator[Any]:
        return itertools.islice(self._source._elements(), None if self._count < 0 else self._count)

    def _cardinality(self) -> int:
        count = self._source._cardinality()
        if self._count < 0 or count == UNKNOWN_CARDINALITY:
            return count
        return self._count if count == INFINITE_CARDINALITY else min(self._count, count)


class _SkipDataset(_Rearranged):
    """The elements after the first ones."""

    def __init__(self, source: Dataset, count: int) -> None:
        super().__init__(source)
        self._count = count

    def _rows(self) -> Rows | None:
        return self._rows_by(lambda rows: indices.after(rows.blocks(), self._count))

    def _passed_on(self) -> Iterator[Any]:
        if self._count < 0:
            return iter(())
        return itertools.islice(self._source._elements(), self._count, None)

    def _cardinality(self) -> int:
        count = self._source._cardinality()
        if self._count < 0:
            return 0
        return count if count < 0 else max(count - self._count, 0)


class _ShardDataset(_Rearranged):
    """Every n-th element."""

    def __init__(self, source: Dataset, shards: int, index: int) -> None:
        super().__init__(source)
        if shards < 1 or not 0 <= index < shards:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Index must be between 0 and {shards - 1} (currently index = {index}, num_shards "
                f"= {shards}).",
            )
        self._shards, self._index = shards, index

    def _passed_on(self) -> Iterator[Any]:
        return itertools.islice(self._source._elements(), self._index, None, self._shards)

    def _cardinality(self) -> int:
        count = self._source._cardinality()
        return count if count < 0 else len(builtins.range(self._index, count, self._shards))


class _RepeatDataset(_Rearranged):
    """Several passes, one after the other; an empty pass ends even an endless repetition."""

    def __init__(self, source: Dataset, count: int) -> None:
        super().__init__(source)
        self._count = count

    def _passes(self, start: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        passes = itertools.count() if self._count < 0 else builtins.range(self._count)
        for _ in passes:
            something = False
            for item in start():
                something = True
                yield item
            if not something:
                return

    def _rows(self) -> Rows | None:
        return self._rows_by(lambda rows: self._passes(lambda: filter(len, rows.blocks())))

    def _passed_on(self) -> Iterator[Any]:
        return self._passes(self._source._elements)

    def _cardinality(self) -> int:
        count = self._source._cardinality()
        if self._count == 0 or count == 0:
            return 0
        if count == UNKNOWN_CARDINALITY and self._count > 0:
            return UNKNOWN_CARDINALITY
        if self._count < 0 or count < 0:
            return INFINITE_CARDINALITY
        return count * self._count


class _ShuffleDataset(_Rearranged):
    """Elements in random order; see `Shuffler`."""

    def __init__(
        self, source: Dataset, size: int, seed: int | None, reshuffle: bool | None
    ) -> None:
        super().__init__(source)
        if size < 1 and size != UNKNOWN_CARDINALITY:
            raise errors.InvalidArgumentError(
                None, None, "buffer_size must be greater than zero or UNKNOWN_CARDINALITY"
            )
        self._shuffler = Shuffler(None if size < 0 else size, seed, reshuffle is not False)

    def _rows(self) -> Rows | None:
        return self._rows_by(lambda rows: self._shuffler.blocks(rows.blocks()))

    def _passed_on(self) -> Iterator[Any]:
        return self._shuffler.items(self._source._elements())


class CacheDataset(_Rearranged):
    """What the first complete pass found."""

    _kept: list[Any] | None = None
    _kept_blocks: list[Any] | None = None

    def _rows(self) -> Rows | None:
        return self._rows_by(self._blocks)

    def _blocks(self, rows: Rows) -> Iterator[Any]:
        if self._kept_blocks is None:
            self._kept_blocks = list(rows.blocks())
        return iter(self._kept_blocks)

    def _passed_on(self) -> Iterator[Any]:
        if self._kept is not None:
            yield from self._kept
            return
        found = []
        for element in self._source._elements():
            found.append(element)
            yield element
        self._kept = found


class _BatchDataset(_Rearranged):
    """Elements stacked, a fixed number at a time."""

    def __init__(self, source: Dataset, size: int, drop_remainder: bool) -> None:
        super().__init__(source)
        if size < 1:
            raise errors.InvalidArgumentError(None, None, "Batch size must be greater than zero.")
        self._size, self._drop_remainder = size, drop_remainder

    def _elements(self) -> Iterator[Any]:
        rows = self._source._rows()
        if rows is not None:
            return rows.batches(self._size, self._drop_remainder)
        return self._stacked()

    def _stacked(self) -> Iterator[Any]:
        source = self._source._elements()
        while group := list(itertools.islice(source, self._size)):
            if len(group) == self._size or not self._drop_remainder:
                yield elements.stacked(group)

    def _spec(self) -> Any:
        size = self._size if self._drop_remainder else None

        def batched(spec: Any) -> Any:
            if spec is None or spec.shape.rank is None:
                return spec
            return TensorSpec([size, *spec.shape.as_list()], spec.dtype)

        return nest.map_structure(batched, self._source._spec())

    def _cardinality(self) -> int:
        count = self._source._cardinality()
        if count < 0:
            return count
        return count // self._size if self._drop_remainder else -(-count // self._size)


class _UnbatchDataset(_Rearranged):
    """The rows of each element."""

    def __init__(self, source: Dataset) -> None:
        super().__init__(source)
        if any(spec.shape.rank == 0 for spec in nest.flatten(source._spec())):
            raise ValueError("Cannot unbatch an input with scalar components.")

    def _elements(self) -> Iterator[Any]:
        for element in self._source._elements():
            columns = [_core.unstack(column) for column in nest.flatten(element)]
            for row in zip(*columns, strict=True):
                yield nest.pack_sequence_as(element, list(row))

    def _spec(self) -> Any:
        return nest.map_structure(
            lambda spec: TensorSpec(spec.shape.as_list()[1:], spec.dtype), self._source._spec()
        )

    def _cardinality(self) -> int:
        return UNKNOWN_CARDINALITY
