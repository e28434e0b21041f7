"""`window`: datasets of a few elements each, which may overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import errors
from .._structure import nest
from .listed import Variant
from .showing import regrouped
from .specs import DatasetSpec
from .stream import Stream


class Window(Stream):
    """Windows over the elements of another stream, each as `wrap` makes it of a stream."""

    def __init__(
        self,
        source: Stream,
        size: int,
        shift: int,
        stride: int,
        drop_remainder: bool,
        wrap: Callable[[Stream], Any],
    ) -> None:
        if min(size, shift, stride) < 1:
            raise errors.InvalidArgumentError(
                None, None, "Window size, shift and stride must be greater than zero."
            )
        self._source = source
        self._size, self._shift, self._stride = size, shift, stride
        self._drop_remainder = drop_remainder
        self._wrap = wrap

    def elements(self) -> Iterator[Any]:
        span = (self._size - 1) * self._stride + 1
        buffer: list[Any] = []
        skipped = 0  # elements before the next window, when windows leave gaps
        for element in self._source.elements():
            if skipped:
                skipped -= 1
                continue
            buffer.append(element)
            if len(buffer) == span:
                yield self._window(buffer)
                skipped = max(self._shift - span, 0)
                del buffer[: self._shift]
        while buffer and not self._drop_remainder:
            yield self._window(buffer)
            del buffer[: self._shift]

    def _window(self, buffer: list[Any]) -> Any:
        chosen = [nest.flatten(element) for element in buffer[:: self._stride]]
        specs = nest.flatten(self._source.spec())
        parts = [
            self._wrap(Variant(list(column), spec))
            for column, spec in zip(zip(*chosen, strict=True), specs, strict=True)
        ]
        return nest.pack_sequence_as(buffer[0], parts)

    def example(self) -> Any:
        return regrouped(self, self._source)

    def spec(self) -> Any:
        return nest.map_structure(DatasetSpec, self._source.spec())

    def cardinality(self) -> int:
        count = self._source.cardinality()
        if count < 0:
            return count
        if not self._drop_remainder:
            return -(-count // self._shift)
        span = (self._size - 1) * self._stride + 1
        return max(0, (count - span) // self._shift + 1)
