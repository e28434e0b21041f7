"""Where this process is: its step, and what it waits for. Errors tell it, and so does a guardian
process when this one dies without a word.

The guardian is a small process that reads from a pipe whose other end dies with this process. The
journal is memory that both see. Invariant: it prints only for a process that did not say goodbye.
"""

from __future__ import annotations

import atexit
import mmap
import os
import subprocess
import sys

_LENGTH = 512  # bytes of text; behind them is one that says whether the process waits for others
_GUARDIAN = """
import mmap, os, socket, sys, time
rank, size, job, journal = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
os.read(0, 1)
page = mmap.mmap(journal, 0)
said = page[:].split(b"\\0")[0].decode(errors="replace")
if page[-1]:
    time.sleep(0.5)  # one that waited dies with the job: who ended it is to speak first
first = socket.socket(socket.AF_UNIX)
try:
    first.bind("\\0gradtape-" + job)
except OSError:
    said = "goodbye"
if said != "goodbye":
    sys.stderr.write(f"\\ngradtape: rank {rank} of {size} died, {said}\\n")
    sys.stderr.flush()
    time.sleep(2)
"""


class Journal:
    """The step and the collective of this process."""

    def __init__(self) -> None:
        self.step = 0
        self._page: mmap.mmap | None = None
        self._guardian: subprocess.Popen[bytes] | None = None

    def next_step(self) -> None:
        """A step of training begins."""
        self.step += 1
        self.write(f"in step {self.step}")

    def write(self, text: str) -> None:
        """What is to be said if this process dies."""
        if self._page is not None:
            self._page[:_LENGTH] = text.encode()[: _LENGTH - 1].ljust(_LENGTH, b"\0")

    def waits(self, waiting: bool) -> None:
        """Whether this process waits for the others."""
        if self._page is not None:
            self._page[_LENGTH] = waiting

    def start_guardian(self, rank: int, size: int) -> None:
        """Have somebody watch this process. Where that cannot be had, nobody does."""
        if sys.platform != "linux":
            return
        journal = os.memfd_create("gradtape-journal")
        os.ftruncate(journal, _LENGTH + 1)
        self._page = mmap.mmap(journal, _LENGTH + 1)
        self.write("before the first step")
        arguments = [str(rank), str(size), str(os.getppid()), str(journal)]
        self._guardian = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _GUARDIAN, *arguments],
            stdin=subprocess.PIPE,
            pass_fds=[journal],
            start_new_session=True,
        )
        os.close(journal)
        atexit.register(self.goodbye)

    def goodbye(self) -> None:
        """This process ends as it should."""
        self.write("goodbye")
        if self._guardian is not None and self._guardian.stdin is not None:
            self._guardian.stdin.close()
            self._guardian.wait()
            self._guardian = None


journal = Journal()
