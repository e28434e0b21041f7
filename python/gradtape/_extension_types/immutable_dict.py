"""`ImmutableDict`: the mapping that a field of an extension type holds.

Invariant: neither the mapping nor what it hands out of itself can be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class ImmutableDict(Mapping[Any, Any]):
    """A mapping that keeps the entries that it was made with, in their order."""

    __slots__ = ("_entries",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._entries = dict(*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        return self._entries[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._entries.items())))

    def __repr__(self) -> str:
        return f"ImmutableDict({self._entries!r})"
