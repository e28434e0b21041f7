"""Streams that only rearrange, repeat, group or drop elements.

Where the source can name its rows, these move row numbers, and only `batch` touches the data.
"""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import errors
from .._structure import nest
from . import composed, elements, indices
from .indices import Rows
from .position import skip_pass
from .showing import regrouped
from .shuffling import OneOrder, OrderByOrder, Orders, Shuffler
from .sources import Generator
from .stream import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Stream


class Rearranged(Stream):
    """A stream over another one, whose elements it passes on."""

    def __init__(self, source: Stream) -> None:
        self._source = source

    def spec(self) -> Any:
        return self._source.spec()

    def example(self) -> Any:
        passes_on = type(self).spec is Rearranged.spec
        return self._source.example() if passes_on else regrouped(self, self._source)

    def cardinality(self) -> int:
        return self._source.cardinality()

    def _rows_by(self, order: Callable[[Rows], Iterator[Any]]) -> Rows | None:
        """The rows of the source in another order, if it has rows."""
        rows = self._source.rows()
        return None if rows is None else rows.rearranged(lambda: order(rows))

    def elements(self) -> Iterator[Any]:
        rows = self.rows()
        return self._passed_on() if rows is None else rows.elements()

    def _passed_on(self) -> Iterator[Any]:
        return iter(self._source.elements())


class Take(Rearranged):
    """The first elements."""

    def __init__(self, source: Stream, count: int) -> None:
        super().__init__(source)
        self._count = count

    def begun(self) -> list[Any]:
        return [self._source] if self._count else []  # none of them: the source is left alone

    def rows(self) -> Rows | None:
        return self._rows_by(lambda rows: indices.first(iter(rows.blocks()), self._count))

    def _passed_on(self) -> Iterator[Any]:
        return itertools.islice(self._source.elements(), None if self._count < 0 else self._count)

    def cardinality(self) -> int:
        count = self._source.cardinality()
        if self._count < 0 or count == UNKNOWN_CARDINALITY:
            return count
        return self._count if count == INFINITE_CARDINALITY else min(self._count, count)


class Skip(Rearranged):
    """The elements after the first ones."""

    def __init__(self, source: Stream, count: int) -> None:
        super().__init__(source)
        self._count = count

    def rows(self) -> Rows | None:
        return self._rows_by(lambda rows: indices.after(rows.blocks(), self._count))

    def _passed_on(self) -> Iterator[Any]:
        if self._count < 0:
            return iter(())
        return itertools.islice(self._source.elements(), self._count, None)

    def cardinality(self) -> int:
        count = self._source.cardinality()
        if self._count < 0:
            return 0
        return count if count < 0 else max(count - self._count, 0)


class Shard(Rearranged):
    """Every n-th element."""

    def __init__(self, source: Stream, shards: int, index: int) -> None:
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
        return itertools.islice(self._source.elements(), self._index, None, self._shards)

    def cardinality(self) -> int:
        count = self._source.cardinality()
        return count if count < 0 else len(builtins.range(self._index, count, self._shards))


class Repeat(Rearranged):
    """Several passes, one after the other; an empty pass ends even an endless repetition.

    As in TensorFlow, one more pass has begun when the last one has ended, which nobody makes;
    but a dataset that is shuffled and then repeated is one thing there, and begins none, and a
    single pass is no repetition.
    """

    def __init__(self, source: Stream, count: int) -> None:
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
        if self._count not in (0, 1) and not isinstance(self._source, Shuffle):
            skip_pass(self._source)

    def rows(self) -> Rows | None:
        return self._rows_by(lambda rows: self._passes(lambda: filter(len, rows.blocks())))

    def _passed_on(self) -> Iterator[Any]:
        return self._passes(self._source.elements)

    def cardinality(self) -> int:
        count = self._source.cardinality()
        if self._count == 0 or count == 0:
            return 0
        if count == UNKNOWN_CARDINALITY and self._count > 0:
            return UNKNOWN_CARDINALITY
        if self._count < 0 or count < 0:
            return INFINITE_CARDINALITY
        return count * self._count


class Shuffle(Rearranged):
    """Elements in random order; see `Shuffler`."""

    def __init__(self, source: Stream, size: int, orders: Orders) -> None:
        super().__init__(source)
        if size < 1 and size != UNKNOWN_CARDINALITY:
            raise errors.InvalidArgumentError(
                None, None, "buffer_size must be greater than zero or UNKNOWN_CARDINALITY"
            )
        self._shuffler = Shuffler(None if size < 0 else size, orders)

    def begun(self) -> list[Any]:
        return [self._shuffler]  # its source with the first element

    def rows(self) -> Rows | None:
        return self._rows_by(lambda rows: self._shuffler.blocks(rows.blocks()))

    def _passed_on(self) -> Iterator[Any]:
        return self._shuffler.items(self._source.elements())


class Permuted(Rearranged):
    """All elements in an order that does not count passes."""

    def __init__(self, source: Stream, orders: OneOrder | OrderByOrder) -> None:
        super().__init__(source)
        self._orders = orders

    def begun(self) -> list[Any]:
        return []  # its source with the first element

    def rows(self) -> Rows | None:
        return self._rows_by(lambda rows: self._permuted(rows.blocks()))

    def _permuted(self, blocks: Iterator[Any]) -> Iterator[Any]:
        whole = [np.empty(0, np.int64), *(np.asarray(block, np.int64) for block in blocks)]
        numbers = np.concatenate(whole)
        yield numbers[self._orders.order(len(numbers))]

    def _passed_on(self) -> Iterator[Any]:
        items = list(self._source.elements())
        return (items[number] for number in self._orders.order(len(items)))


class Cache(Rearranged):
    """What the first complete pass found.

    A pass over a known number of elements is complete with the last of them: whoever counts, as
    `fit` does, never asks for the end.
    """

    title = "CacheDataset"

    _kept: list[Any] | None = None
    _kept_blocks: list[Any] | None = None

    def is_kept(self) -> bool:
        return self._kept is not None or self._kept_blocks is not None

    def rows(self) -> Rows | None:
        return self._rows_by(self._blocks)

    def _blocks(self, rows: Rows) -> Iterator[Any]:
        if self._kept_blocks is not None:
            yield from self._kept_blocks
            return
        found, left = [], self.cardinality()
        for block in filter(len, rows.blocks()):
            found.append(block)
            left -= len(block)
            yield block[:-1] if left == 0 else block
            if left == 0:
                self._kept_blocks = found
                yield block[-1:]
        self._kept_blocks = self._kept_blocks or found

    def _passed_on(self) -> Iterator[Any]:
        if self._kept is not None:
            yield from self._kept
            return
        found, count = [], self.cardinality()
        for element in self._source.elements():
            found.append(element)
            if len(found) == count:
                self._kept = found
            yield element
        if self._kept is None:
            self._kept = found


class Batch(Rearranged):
    """Elements stacked, a fixed number at a time."""

    def __init__(self, source: Stream, size: int, drop_remainder: bool) -> None:
        super().__init__(source)
        if size < 1:
            raise errors.InvalidArgumentError(None, None, "Batch size must be greater than zero.")
        self._size, self._drop_remainder = size, drop_remainder

    def elements(self) -> Iterator[Any]:
        rows = self._source.rows()
        if rows is not None:
            return rows.batches(self._size, self._drop_remainder)
        return self._stacked()

    def _stacked(self) -> Iterator[Any]:
        if not self._source.has_ragged_rows():
            return map(elements.stacked, self._groups())
        specs = nest.flatten(self._source.spec())
        return (elements.stacked(group, specs) for group in self._groups())

    def _groups(self) -> Iterator[list[Any]]:
        source = self._source.elements()
        while group := list(itertools.islice(source, self._size)):
            if len(group) == self._size or not self._drop_remainder:
                yield group

    def spec(self) -> Any:
        size = self._size if self._drop_remainder else None
        return nest.map_structure(
            lambda spec: composed.longer_spec(spec, size), self._source.spec()
        )

    def cardinality(self) -> int:
        count = self._source.cardinality()
        if count < 0:
            return count
        return count // self._size if self._drop_remainder else -(-count // self._size)


class Unbatch(Rearranged):
    """The rows of each element."""

    def __init__(self, source: Stream) -> None:
        super().__init__(source)
        if any(spec.shape.rank == 0 for spec in nest.flatten(source.spec())):
            raise ValueError("Cannot unbatch an input with scalar components.")

    def elements(self) -> Iterator[Any]:
        for element in self._source.elements():
            columns = [composed.rows_of(column) for column in nest.flatten(element)]
            for row in zip(*columns, strict=True):
                yield nest.pack_sequence_as(element, list(row))

    def spec(self) -> Any:
        return nest.map_structure(composed.shorter_spec, self._source.spec())

    def has_ragged_rows(self) -> bool:
        return any(composed.is_ragged_row(spec) for spec in nest.flatten(self.spec()))

    def cardinality(self) -> int:
        count, specs = self._source.cardinality(), nest.flatten(self._source.spec())
        rows = specs[0].shape[0] if specs and specs[0].shape.rank else None
        if count < 0 or rows is None:
            return count if count == INFINITE_CARDINALITY else UNKNOWN_CARDINALITY
        return count * rows


def drops_the_rest(stream: Any) -> bool:
    """Whether the batches of a stream, or of what it is made of, are known to be equally long.

    What no `batch` has put together are batches as they come; their description tells.
    """
    part = stream
    while part is not None and not hasattr(part, "_drop_remainder"):
        if isinstance(part, Generator):
            return _tells_rows(part.spec())
        part = getattr(part, "_source", None)
    if part is None:
        return _tells_rows(stream.spec())
    several_sizes = len(getattr(part, "_sizes", ())) > 1
    return part._drop_remainder and not several_sizes


def _tells_rows(spec: Any) -> bool:
    return all(spec.shape.rank and spec.shape[0] for spec in nest.flatten(spec))
