"""Threads that read ahead: Keras 2's `OrderedEnqueuer` and `GeneratorEnqueuer`."""

from __future__ import annotations

import itertools
import queue
import random
import threading
from collections.abc import Iterator
from typing import Any

_END = object()


class SequenceEnqueuer:
    """Base of both: a queue that a thread fills, from `start` until `stop`.

    A subclass defines `_elements`. An error in it comes out of `get`.
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False) -> None:
        self.sequence = sequence
        self.use_multiprocessing = use_multiprocessing
        self.queue: Any = None
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    def _elements(self) -> Iterator[Any]:
        raise NotImplementedError("A subclass defines `_elements`.")

    def is_running(self) -> bool:
        """Whether the thread is at work."""
        return self._thread is not None and not self._stopped.is_set()

    def start(self, workers: int = 1, max_queue_size: int = 10) -> None:
        """Begin to read ahead, up to `max_queue_size` elements; elements keep their order."""
        self.queue = queue.Queue(max_queue_size)
        self._stopped.clear()
        self._thread = threading.Thread(target=self._fill, daemon=True)
        self._thread.start()

    def _fill(self) -> None:
        try:
            for element in self._elements():
                self._put(element)
                if self._stopped.is_set():
                    return
            self._put(_END)
        except Exception as error:
            self._put(_Failure(error))

    def _put(self, element: Any) -> None:
        while not self._stopped.is_set():
            try:
                self.queue.put(element, timeout=0.1)
            except queue.Full:
                continue
            return

    def get(self) -> Iterator[Any]:
        """The elements, one after the other."""
        while self.is_running():
            element = self.queue.get()
            if element is _END:
                return
            if isinstance(element, _Failure):
                self.stop()
                raise element.error
            yield element

    def stop(self, timeout: float | None = None) -> None:
        """End the thread and forget what is in the queue."""
        self._stopped.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)
        self._thread = None


class _Failure:
    """An error on its way to whoever reads."""

    def __init__(self, error: Exception) -> None:
        self.error = error


class OrderedEnqueuer(SequenceEnqueuer):
    """The batches of a `Sequence`, pass after pass; in a new order each with `shuffle`.

    >>> import gradtape as tf
    >>> class Squares(tf.keras.utils.Sequence):
    ...     def __len__(self):
    ...         return 3
    ...     def __getitem__(self, index):
    ...         return index * index
    >>> enqueuer = tf.keras.utils.OrderedEnqueuer(Squares())
    >>> enqueuer.start()
    >>> batches = enqueuer.get()
    >>> [next(batches) for _ in range(4)]
    [0, 1, 4, 0]
    >>> enqueuer.stop()
    """

    def __init__(
        self, sequence: Any, use_multiprocessing: bool = False, shuffle: bool = False
    ) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.shuffle = shuffle

    def _elements(self) -> Iterator[Any]:
        for _ in itertools.count():
            order = list(range(len(self.sequence)))
            if self.shuffle:
                random.shuffle(order)
            yield from (self.sequence[place] for place in order)
            if hasattr(self.sequence, "on_epoch_end"):
                self.sequence.on_epoch_end()


class GeneratorEnqueuer(SequenceEnqueuer):
    """The elements of a generator."""

    def __init__(
        self, generator: Any, use_multiprocessing: bool = False, random_seed: int | None = None
    ) -> None:
        super().__init__(generator, use_multiprocessing)

    def _elements(self) -> Iterator[Any]:
        return iter(self.sequence)
