"""Elements that are there: those of a window, or of a group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .stream import Stream


class Variant(Stream):
    """The tensors of a list."""

    def __init__(self, values: list[Any], spec: Any) -> None:
        self._values = values
        self._value_spec = spec

    def elements(self) -> Iterator[Any]:
        return iter(self._values)

    def spec(self) -> Any:
        return self._value_spec

    def example(self) -> Any:
        return self._values[0]

    def cardinality(self) -> int:
        return len(self._values)
