"""Elements computed ahead, in threads of their own.

`Ahead` is an iterator over what a function makes of the items of another one: `count` threads take
items and leave results, of which at most `window` wait. Invariants: results come in the order of
the items unless that is not asked for; an exception comes where its item would have, and what is
behind it still comes; an iterator that is closed, or that nobody holds, ends its threads (they
finish the function that they are in); a thread holds what it shares with the iterator, never the
iterator. In a forked child, where threads are gone, using it is an error instead of a hang.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from .. import _core, errors

_SOON = 0.05  # seconds that a result waits for those behind it
_PATIENCE = 1.0  # seconds that closing waits for a function that a thread is in
_here = threading.local()  # the iterators that this thread, or the one that started it, advances


def advancing() -> tuple[Any, ...]:
    """References to the iterators whose next element this thread is computing."""
    return getattr(_here, "iterators", ())


def set_advancing(iterators: tuple[Any, ...]) -> None:
    """Note them."""
    _here.iterators = iterators


class _Slot:
    """The place of one result, in the order of the items."""

    __slots__ = ("done", "error", "value")

    def __init__(self) -> None:
        self.done = False
        self.value: Any = None
        self.error: BaseException | None = None


class _Work:
    """What an iterator and its threads share."""

    def __init__(
        self, source: Iterator[Any], function: Callable[[Any], Any], window: int, ordered: bool
    ) -> None:
        self.source = source
        self.function = function
        self.window = window
        self.ordered = ordered
        self.slots: deque[_Slot] = deque()
        self.changed = threading.Condition()
        self.taking = threading.Lock()  # one thread at a time advances the source
        self.closed = False
        self.ended = False
        self.process = os.getpid()

    def run(self, iterators: tuple[Any, ...]) -> None:
        """What a thread does."""
        set_advancing(iterators)
        with _core.stop_recording_all():
            while self._step():
                pass

    def _step(self) -> bool:
        """Take an item and leave its result; False when there is nothing left to do."""
        with self.taking:
            with self.changed:
                while len(self.slots) >= self.window and not self.closed:
                    self.changed.wait()
                if self.closed or self.ended:
                    return False
            slot = _Slot()
            try:
                item = next(self.source)
            except StopIteration:
                with self.changed:
                    self.ended = True
                    self.changed.notify_all()
                return False
            except BaseException as error:
                slot.error, slot.done = error, True
            with self.changed:
                self.slots.append(slot)
        if slot.error is None:
            try:
                slot.value = self.function(item)
            except BaseException as error:
                slot.error = error
        with self.changed:
            slot.done = True
            self.changed.notify_all()
        return True

    def next_slot(self) -> _Slot | None:
        """Wait for the next result; None at the end."""
        if os.getpid() != self.process:
            raise errors.FailedPreconditionError(
                None,
                None,
                "This iterator of a dataset computes elements in threads, which a forked process "
                "does not have: make a new iterator after the fork.",
            )
        with self.changed:
            while True:
                slot = self._ready()
                if slot is not None:
                    self.slots.remove(slot)
                    self.changed.notify_all()
                    return slot
                if self.closed or (self.ended and not self.slots):
                    return None
                self.changed.wait()

    def is_full_soon(self) -> bool:
        """Wait until as many results as may wait are there; False if that takes long."""
        with self.changed:
            return self.changed.wait_for(self._is_full, _SOON)

    def _is_full(self) -> bool:
        if self.closed or self.ended:
            return True
        return len(self.slots) >= self.window and all(slot.done for slot in self.slots)

    def _ready(self) -> _Slot | None:
        if self.ordered:
            return self.slots[0] if self.slots and self.slots[0].done else None
        return next((slot for slot in self.slots if slot.done), None)

    def close(self) -> None:
        if os.getpid() != self.process:
            return
        with self.changed:
            self.closed = True
            self.slots.clear()
            self.changed.notify_all()


class Ahead:
    """The results, one by one; see the head of this file."""

    def __init__(
        self,
        source: Iterator[Any],
        function: Callable[[Any], Any],
        count: int,
        window: int,
        ordered: bool = True,
        waits: bool = False,
    ) -> None:
        self._waits = waits
        self._work = _Work(source, function, window, ordered)
        self._count = count
        self._threads: list[threading.Thread] = []
        self._finish = weakref.finalize(self, _stop, self._work, self._threads)
        self._finish.atexit = False  # `_stop_all` is earlier

    def __iter__(self) -> Ahead:
        return self

    def __next__(self) -> Any:
        if not self._threads:
            self._start()
        try:
            slot = self._work.next_slot()
        except errors.FailedPreconditionError:
            raise
        except BaseException:  # the user interrupts
            self.close()
            raise
        if slot is None:
            self.close()
            raise StopIteration
        if self._waits:
            self._waits = self._work.is_full_soon()
        if slot.error is not None:
            raise slot.error
        return slot.value

    def _start(self) -> None:
        outer = advancing()
        for _ in range(self._count):
            thread = threading.Thread(
                target=self._work.run, args=(outer,), name="gradtape-data", daemon=True
            )
            self._threads.append(thread)
            thread.start()
        _working.add(self)

    def close(self) -> None:
        """End the threads; there are no more elements."""
        self._finish()


def _stop(work: _Work, threads: list[threading.Thread]) -> None:
    work.close()
    for thread in threads:
        if thread is not threading.current_thread() and os.getpid() == work.process:
            with contextlib.suppress(RuntimeError):  # it never started
                thread.join(_PATIENCE)


_working: weakref.WeakSet[Ahead] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """No thread is left in a function when the interpreter ends."""
    for iterator in list(_working):
        iterator.close()
