"""`Stream`: what a dataset goes through, apart from the methods that a program calls.

A source or a transformation is a subclass, which defines `elements` (a new pass) and `spec`,
`cardinality` if it is known, and `rows` if it only rearranges rows of tensors. Invariant: a stream
holds no position; every pass starts from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import elements
from .indices import Rows

AUTOTUNE = -1
INFINITE_CARDINALITY = -1
UNKNOWN_CARDINALITY = -2


class Stream:
    """Elements, each a tensor or a structure of tensors, that can be gone through again."""

    title: str = ""

    def __init_subclass__(cls) -> None:
        """A dataset shows itself under the name that TensorFlow has for its class."""
        if "title" not in vars(cls):
            cls.title = f"_{cls.__name__}Dataset"

    def elements(self) -> Iterator[Any]:
        """A new pass over the elements."""
        rows = self.rows()
        if rows is None:
            raise NotImplementedError("A stream defines `elements` or `rows`.")
        return rows.elements()

    def spec(self) -> Any:
        """A `TensorSpec` in place of each tensor of an element."""
        raise NotImplementedError("A stream defines `spec`.")

    def example(self) -> Any:
        """An element, or what looks so, if it costs little; `NeedsData` else: see `showing`."""
        return elements.made_up(self.spec())

    def has_ragged_rows(self) -> bool:
        """Whether tensors of an element may be rows of a ragged tensor, which `spec` tells."""
        source = getattr(self, "_source", None)
        return isinstance(source, Stream) and source.has_ragged_rows()

    def cardinality(self) -> int:
        """The number of elements, or one of the two constants."""
        return UNKNOWN_CARDINALITY

    def rows(self) -> Rows | None:
        """The order of the rows, if the elements are rows of tensors."""
        return None

    def is_kept(self) -> bool:
        """Whether passes are made over what an earlier one has kept, and not over the source."""
        return False

    def begun(self) -> list[Any]:
        """What begins together with an iterator: TensorFlow begins the rest when it is needed."""
        return [] if self.is_kept() else list(vars(self).values())


def stream_of(value: Any, refused: str) -> Stream:
    """The stream of a dataset; `TypeError` with the text `refused` for anything else."""
    stream = getattr(value, "_stream", None)
    if not isinstance(stream, Stream):
        raise TypeError(refused.format(type(value)))
    return stream
