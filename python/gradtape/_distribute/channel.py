"""Collectives of one thread, one after the other: what is agreed on first, and waiting with an end.

Invariants: before anything is exchanged, every process knows that all are about to do the same;
nobody waits for longer than `Settings.timeout`, and who was waited for is named.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import errors
from . import lateness
from .journal import journal
from .settings import current
from .world import World

_SPIN = 2e-4  # seconds for which the answer is asked for again and again
_NAPS = 2e-4, 2e-3  # seconds between questions after that: at first, at most
_PATIENCE = 0.05  # seconds; who asks for this process has waited for much longer
_TEXT = 256  # bytes of a description


@dataclass
class Call:
    """What a process is about to do; `what` must be equal on all processes."""

    what: str
    number: int = 0

    def __str__(self) -> str:
        return f"collective {self.number}, {self.what}"

    def fingerprint(self) -> int:
        """A number that tells calls apart."""
        digest = hashlib.blake2b(str(self).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little", signed=True)


class Channel:
    """A connection of all processes, for one thread of each.

    A thread that others are busy beside does not `spin`: it would take a core from them.
    """

    def __init__(self, world: World, number: int, spin: float = _SPIN) -> None:
        self.world, self.spin = world, spin
        self.comm = world.everyone.Dup()
        self.number = number
        self.calls = 0

    def begin(self, what: str, extra: int | None = None) -> Any:
        """Agree that `what` comes next.

        Returns the `extra` of each process, None if none was given. `InvalidArgumentError` if the
        processes do not agree.
        """
        self.world.check_process()
        self.calls += 1
        self.call = Call(what, self.calls)
        journal.write(f"in step {journal.step} ({self.call})")
        if not current.check and extra is None:
            return None
        mine = np.array([self.call.fingerprint() if current.check else 0, extra or 0], np.int64)
        every = np.empty((self.world.size, 2), np.int64)
        self.finish(self.comm.Iallgather(mine, every))
        if (every[:, 0] != mine[0]).any():
            self._differ()
        return None if extra is None else every[:, 1]

    def finish(self, request: Any) -> None:
        """Wait until a request is answered. `DeadlineExceededError` if it is not in time."""
        started = time.monotonic()
        while not request.Test():
            waited = time.monotonic() - started
            if waited < self.spin:
                continue
            journal.waits(True)
            time.sleep(min(_NAPS[0] + waited / 20, _NAPS[1]))
            if waited < _PATIENCE:
                continue
            lateness.answer(self)
            if waited > current.timeout and not lateness.ask(self, request):
                text = f"rank {self.world.rank}, step {journal.step}: {self.call} has waited"
                missing = " and ".join(lateness.missing(self))
                raise errors.DeadlineExceededError(
                    None, None, f"{text} {waited:.0f} s for {missing}"
                )
        journal.waits(False)

    def _differ(self) -> None:
        texts = np.zeros((self.world.size, _TEXT), np.uint8)
        mine = str(self.call).encode()[:_TEXT]
        own = np.frombuffer(mine.ljust(_TEXT, b"\0"), np.uint8)
        self.finish(self.comm.Iallgather(own, texts))
        calls: dict[str, list[str]] = {}
        for rank, row in enumerate(texts):
            said = row.tobytes().rstrip(b"\0").decode(errors="replace")
            calls.setdefault(said, []).append(str(rank))
        parts = [f"rank {', '.join(ranks)}: {said}" for said, ranks in calls.items()]
        text = f"step {journal.step}: the processes do not do the same: {'; '.join(parts)}"
        raise errors.InvalidArgumentError(None, None, text)
