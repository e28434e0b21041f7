"""How long a call keeps the program's signal handlers waiting.

Measured in seconds of the processor for the thread that calls, not by the clock: what other
processes do meanwhile does not count.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calls import Entry

# Seconds by the clock between the signals that a measured call gets.
TICK = 0.01
# Seconds of the processor that a handler may wait for, on any machine. Mostly it waits for a fifth
# of that: what the core takes between two looks at signals (50 ms), and the chunk that goes on.
LIMIT = 0.3
# Seconds that a call takes, for the limit to say something.
LONG = 1.5 * LIMIT


class Stop(Exception):
    """What the handler raises to end a call."""


@contextmanager
def alarms(handler: Callable[[Any, Any], None]) -> Iterator[None]:
    """Calls `handler` again and again, as soon as the interpreter runs handlers."""
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def longest(call: Callable[[], Any]) -> tuple[float, float]:
    """The seconds that a call takes, and the longest time in it without a handler being run."""
    start = time.thread_time()
    last, most = start, 0.0

    def handler(*_: Any) -> None:
        nonlocal last, most
        now = time.thread_time()
        last, most = now, max(most, now - last)

    with alarms(handler):
        result = call()
        end = time.thread_time()
    del result
    return end - start, max(most, end - last)


def grown(entry: Entry) -> tuple[int, float, float]:
    """The size at which a call takes long, or keeps a handler waiting for too long, or than which
    there is no larger one; and what `longest` says of it."""
    n = entry.first
    while True:
        took, silent = longest(entry.make(n))
        if took >= LONG or silent > LIMIT or n * 4 > entry.most:
            return n, took, silent
        n *= 4


def stopping(call: Callable[[], Any], after: float) -> float:
    """For how long a call goes on when it should end: after so many seconds a handler raises an
    exception. Infinite if the exception was lost."""
    due, raised = time.thread_time() + after, False

    def handler(*_: Any) -> None:
        nonlocal raised
        if not raised and time.thread_time() >= due:
            raised = True
            raise Stop

    try:
        with alarms(handler):
            call()
    except Stop:
        raised = False
    return float("inf") if raised else max(time.thread_time() - due, 0.0)
