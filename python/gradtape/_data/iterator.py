"""Going through a dataset.

Invariant: whatever runs to produce an element runs unrecorded, so no gradient flows through a
dataset.
"""

from __future__ import annotations

from collections.abc import Iterator as Source
from typing import Any

from .. import _core, errors
from .._structure import nest
from .stream import Stream


class Iterator:
    """The elements of a dataset, once; what `iter(dataset)` returns.

    >>> import gradtape as tf
    >>> iterator = iter(tf.data.Dataset.range(2))
    >>> int(next(iterator)), int(iterator.get_next())
    (0, 1)
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._source: Source[Any] = stream.elements()

    @property
    def element_spec(self) -> Any:
        """The specs of the elements."""
        return self._stream.spec()

    def __iter__(self) -> Iterator:
        return self

    def __next__(self) -> Any:
        with _core.stop_recording_all():
            return next(self._source)

    def get_next(self) -> Any:
        """The next element; `OutOfRangeError` at the end."""
        try:
            return next(self)
        except StopIteration:
            raise errors.OutOfRangeError(None, None, "End of sequence") from None


class NumpyIterator:
    """The same with NumPy arrays and scalars in place of tensors."""

    def __init__(self, stream: Stream) -> None:
        self._iterator = Iterator(stream)

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        return nest.map_structure(
            lambda leaf: None if leaf is None else leaf.numpy(), next(self._iterator)
        )

    def __repr__(self) -> str:
        return f"NumpyIterator(iterator={self._iterator})"
