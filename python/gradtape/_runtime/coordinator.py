"""`Coordinator`: threads that end together, and whose errors reach the one which waits for them."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any

from ..errors import OutOfRangeError

Raised = tuple[type[BaseException], BaseException, TracebackType | None]


class Coordinator:
    """Tells threads when to stop, and raises in `join` what one of them raised.

    Errors of `clean_stop_exception_types` (`OutOfRangeError` by default) end the threads without
    being raised.

    >>> import threading
    >>> coord = tf.train.Coordinator()
    >>> def work():
    ...     with coord.stop_on_exception():
    ...         raise ValueError("broken")
    >>> thread = threading.Thread(target=work)
    >>> thread.start()
    >>> try:
    ...     coord.join([thread])
    ... except ValueError as error:
    ...     print(error)
    broken
    """

    def __init__(self, clean_stop_exception_types: Any = None) -> None:
        self._clean = tuple(clean_stop_exception_types or (OutOfRangeError,))
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._raised: Raised | None = None
        self._threads: set[threading.Thread] = set()
        self._joined = False

    def request_stop(self, ex: Any = None) -> None:
        """Asks the threads to stop; the first error given, or `sys.exc_info()`, is raised by
        `join`."""
        with self._lock:
            if self._joined:
                if isinstance(ex, BaseException):
                    raise ex
                return
            if not self._stop.is_set():
                self._stop.set()
                if ex is not None:
                    self._raised = self._kept(ex)

    def _kept(self, ex: Any) -> Raised | None:
        kind, error, trace = ex if isinstance(ex, tuple) else (type(ex), ex, ex.__traceback__)
        return None if issubclass(kind, self._clean) else (kind, error, trace)

    def clear_stop(self) -> None:
        """As if nobody had asked to stop."""
        with self._lock:
            self._joined, self._raised = False, None
            self._stop.clear()

    def should_stop(self) -> bool:
        """Whether somebody has asked to stop."""
        return self._stop.is_set()

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits until somebody asks to stop, or for so many seconds; whether it was asked."""
        return self._stop.wait(timeout)

    @contextlib.contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """A context whose error asks all to stop, and goes no further."""
        try:
            yield
        except Exception:
            self.request_stop(sys.exc_info())

    def register_thread(self, thread: threading.Thread) -> None:
        """Another thread for `join` to wait for."""
        with self._lock:
            self._threads.add(thread)

    def join(
        self, threads: Sequence[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120, ignore_live_threads: bool = False,
    ) -> None:  # fmt: skip
        """Waits for the threads, and raises what one of them raised.

        Once a stop was asked for they have `stop_grace_period_secs` to end: a `RuntimeError` else,
        unless `ignore_live_threads`.
        """
        with self._lock:
            waited = self._threads.union(threads or ())
        while any(t.is_alive() for t in waited) and not self.wait_for_stop(0.05):
            pass
        end = time.monotonic() + stop_grace_period_secs
        for thread in waited:
            thread.join(max(0.0, end - time.monotonic()))
        late = [thread.name for thread in waited if thread.is_alive()]
        with self._lock:
            self._joined, self._threads = True, set()
        self.raise_requested_exception()
        if late and not ignore_live_threads:
            raise RuntimeError(
                f"Coordinator stopped with threads still running: {' '.join(sorted(late))}"
            )

    @property
    def joined(self) -> bool:
        """Whether `join` has come to its end."""
        return self._joined

    def raise_requested_exception(self) -> None:
        """Raises the error with which a stop was asked for, if there was one."""
        if self._raised is not None:
            _, error, trace = self._raised
            raise error.with_traceback(trace)
