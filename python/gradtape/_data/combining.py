"""Streams made of several: side by side, or one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._structure import nest
from . import elements
from .branches import apart
from .indices import Rows
from .sources import TensorSlice
from .stream import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Stream


def has_list(structure: Any) -> bool:
    """Whether a list is among the parts of a structure, where a dataset has none.

    >>> from gradtape._data.combining import has_list
    >>> has_list((1, {"a": [2]})), has_list((1, (2, 3)))
    (True, False)
    """
    if isinstance(structure, list):
        return True
    if isinstance(structure, dict):
        return any(map(has_list, structure.values()))
    return isinstance(structure, tuple) and any(map(has_list, structure))


class Zip(Stream):
    """Elements of a structure of streams, side by side."""

    def __init__(self, streams: Any) -> None:
        self._streams = nest.pack_sequence_as(streams, apart(nest.flatten(streams)))

    def _parts(self) -> list[Stream]:
        return nest.flatten(self._streams)

    def rows(self) -> Rows | None:
        """Slices of tensors side by side are slices of more tensors."""
        if not all(isinstance(part, TensorSlice) for part in self._parts()):
            return None
        columns = nest.map_structure(lambda part: part._columns, self._streams)
        return Rows(columns, lambda: iter([range(self.cardinality())]))

    def elements(self) -> Iterator[Any]:
        if self.rows() is not None:
            yield from super().elements()
            return
        for values in zip(*(part.elements() for part in self._parts()), strict=False):
            yield nest.pack_sequence_as(self._streams, list(values))

    def spec(self) -> Any:
        return nest.map_structure(lambda part: part.spec(), self._streams)

    def has_ragged_rows(self) -> bool:
        return any(part.has_ragged_rows() for part in self._parts())

    def example(self) -> Any:
        parts = [part.example() for part in self._parts()]
        return nest.pack_sequence_as(self._streams, parts)

    def cardinality(self) -> int:
        counts = [part.cardinality() for part in self._parts()]
        finite = [count for count in counts if count != INFINITE_CARDINALITY]
        if UNKNOWN_CARDINALITY in finite:
            return UNKNOWN_CARDINALITY
        return min(finite, default=INFINITE_CARDINALITY)


class Concatenate(Stream):
    """One stream after the other."""

    def __init__(self, first: Stream, second: Stream) -> None:
        self._first, self._second = apart([first, second])
        one, other = first.spec(), second.spec()
        if not _same_kinds(one, other):
            raise TypeError(f"Incompatible dataset elements:\n  {one} vs.   {other}")

    def begun(self) -> list[Any]:
        return [self._first]

    def elements(self) -> Iterator[Any]:
        yield from self._first.elements()
        yield from self._second.elements()

    def example(self) -> Any:
        return self._first.example()

    def spec(self) -> Any:
        return elements.common_spec(self._first.spec(), self._second.spec())

    def has_ragged_rows(self) -> bool:
        return self._first.has_ragged_rows()

    def cardinality(self) -> int:
        counts = (self._first.cardinality(), self._second.cardinality())
        for special in (INFINITE_CARDINALITY, UNKNOWN_CARDINALITY):
            if special in counts:
                return special
        return sum(counts)


def _same_kinds(one: Any, other: Any) -> bool:
    try:
        nest.assert_same_structure(one, other)
    except (TypeError, ValueError):
        return False
    pairs = zip(nest.flatten(one), nest.flatten(other), strict=True)
    return all(first.dtype == second.dtype for first, second in pairs)
