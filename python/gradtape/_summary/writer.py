"""Writers of event files: one file each, made when the writer is, with a name no other has."""

from __future__ import annotations

import itertools
import os
import time
import weakref
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._extras import needed
from . import state

if TYPE_CHECKING:
    from .._typing import TensorLike

_numbers = itertools.count()


def create_file_writer(
    logdir: str | os.PathLike[str],
    max_queue: int | None = None,
    flush_millis: int | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
    experimental_trackable: bool = False,
) -> SummaryWriter:
    """A writer of a new event file in the folder `logdir`, which is made if need be.

    The file is flushed when `max_queue` summaries wait (10 by default), when `flush_millis` have
    gone by (two minutes), and on `flush()` and `close()`. `ImportError` without the extra
    `gradtape[tensorboard]`.
    """
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None")
    queue = 10 if max_queue is None else int(max_queue)
    seconds = 120.0 if flush_millis is None else float(flush_millis) / 1000
    return SummaryWriter(Path(os.fsdecode(logdir)), queue, seconds, filename_suffix or ".v2")


def create_noop_writer() -> NoopWriter:
    """A writer that writes nothing."""
    return NoopWriter()


class SummaryWriter:
    """An event file that is being written.

    After `close` nothing more is written, and using the writer is a `RuntimeError`.
    """

    def __init__(self, logdir: Path, max_queue: int, seconds: float, suffix: str) -> None:
        files = needed("tensorboardX.event_file_writer", "tensorboard", "tf.summary")
        logdir.mkdir(parents=True, exist_ok=True)
        suffix = f".{os.getpid()}.{next(_numbers)}{suffix}"
        self._file = files.EventsWriter(str(logdir / "events"), suffix)
        self._max_queue, self._seconds = max_queue, seconds
        self._waiting, self._flushed = 0, time.monotonic()
        self._closed = False
        self.flush()
        # Also when nobody holds the writer any more, and at the end of the process.
        self._finish = weakref.finalize(self, self._file.close)

    def as_default(self, step: TensorLike | None = None) -> AbstractContextManager[SummaryWriter]:
        """A context in which summaries go to this writer, at `step` unless they name their own."""
        self._require_open()
        return state.default_writer(self, step)

    def set_as_default(self, step: TensorLike | None = None) -> None:
        """Make this the writer of the thread for good, and `step` its step."""
        self._require_open()
        state.set_default_writer(self)
        if step is not None:
            state.set_step(step)

    def init(self) -> None:
        """Does nothing: the file is there from the start."""

    def write(self, event: Any) -> None:
        """Append an event."""
        self._require_open()
        self._file.write_event(event)
        self._waiting += 1
        late = time.monotonic() - self._flushed > self._seconds
        if late or self._waiting > self._max_queue:
            self.flush()

    def flush(self) -> None:
        """Hand everything to the system."""
        if not self._closed:
            self._file.flush()
            self._waiting, self._flushed = 0, time.monotonic()

    def close(self) -> None:
        """Flush and close the file; more than once does no harm."""
        if not self._closed:
            self._closed = True
            self._finish()

    def _require_open(self) -> None:
        if self._closed:
            raise RuntimeError("SummaryWriter is already closed")

    def __enter__(self) -> SummaryWriter:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


class NoopWriter:
    """Takes summaries and forgets them."""

    def as_default(self, step: TensorLike | None = None) -> AbstractContextManager[Any]:
        """A context in which summaries go nowhere."""
        return state.default_writer(self, step)

    def set_as_default(self, step: TensorLike | None = None) -> None:
        """Let summaries of this thread go nowhere."""
        state.set_default_writer(self)

    def write(self, event: Any) -> None:
        """Does nothing."""

    def init(self) -> None:
        """Does nothing."""

    def flush(self) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


def flush(writer: SummaryWriter | None = None, name: str | None = None) -> None:
    """Flush a writer, or the default one."""
    chosen = state.writer() if writer is None else writer
    if chosen is not None:
        chosen.flush()
