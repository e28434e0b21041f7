"""Going through a dataset.

Invariants: whatever runs to produce an element runs unrecorded, so no gradient flows through a
dataset; one thread at a time advances an iterator, so each element goes to one of the threads that
share it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator as Source
from typing import Any

from .. import _core, errors
from .._structure import nest
from .stream import Stream


class Iterator:
    """The elements of a dataset, once; what `iter(dataset)` returns.

    Threads may share it: each element goes to one of them, in the order in which they ask. A
    function of the dataset that asks its own iterator gets a `FailedPreconditionError`.

    >>> import gradtape as tf
    >>> iterator = iter(tf.data.Dataset.range(2))
    >>> int(next(iterator)), int(iterator.get_next())
    (0, 1)
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._source: Source[Any] = stream.elements()
        self._lock = threading.Lock()
        self._thread: int | None = None  # which has the lock

    @property
    def element_spec(self) -> Any:
        """The specs of the elements."""
        return self._stream.spec()

    def __iter__(self) -> Iterator:
        return self

    def __next__(self) -> Any:
        thread = threading.get_ident()
        if self._thread == thread:  # no other thread writes this one's number
            raise errors.FailedPreconditionError(
                None, None, "A function of a dataset asked for the element that it is computing."
            )
        with self._lock:
            try:
                self._thread = thread
                with _core.stop_recording_all():
                    return next(self._source)
            finally:
                self._thread = None

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
