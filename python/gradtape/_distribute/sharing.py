"""A process's part of each batch.

Invariant: the parts of all processes together are the batches that one process would see, in their
order; they differ in length by one at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._structure import nest


class Shared:
    """The part that process `rank` of `size` has of each batch of `batches`."""

    def __init__(self, batches: Any, rank: int, size: int) -> None:
        self._batches, self._rank, self._size = batches, rank, size

    def __len__(self) -> int:
        return len(self._batches)

    def __iter__(self) -> Iterator[Any]:
        for part, _ in self.with_shares():
            yield part

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._batches, name)

    def with_shares(self) -> Iterator[tuple[Any, float]]:
        """Each part with the share that it is of its batch.

        Of a batch with fewer examples than processes some have none: they see an example with a
        share of 0, and change nothing.
        """
        for batch in self._batches:
            count = len(nest.flatten(batch)[0])
            start, end = (count * r // self._size for r in (self._rank, self._rank + 1))
            share = (end - start) / count
            end = max(end, min(start, count - 1) + 1)
            start = min(start, count - 1)
            yield nest.map_structure(lambda x, a=start, b=end: x[a:b], batch), share
