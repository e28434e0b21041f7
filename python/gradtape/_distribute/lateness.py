"""Who is missing: a process that has waited too long asks the others where they are.

Those that wait in a collective themselves answer while they wait. Who does not answer is busy with
something else, stuck, or dead.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np

_ASK, _ANSWER = 1, 2
_GRACE = 2.0  # seconds for answers
_asking = threading.Lock()
_answers: dict[int, tuple[int, int]] = {}


def answer(channel: Any) -> None:
    """Tell those who ask in which collective of which channel this process waits."""
    world = channel.world
    status = world.mpi.Status()
    with _asking:
        while world.talk.Iprobe(tag=_ASK, status=status):
            nothing = np.empty(1, np.int64)
            world.talk.Recv(nothing, source=status.Get_source(), tag=_ASK)
            where = np.array([channel.number, channel.calls], np.int64)
            world.talk.Isend(where, status.Get_source(), tag=_ANSWER).Free()


def ask(channel: Any, request: Any) -> bool:
    """Ask everybody; True if the request was answered meanwhile after all."""
    world = channel.world
    question = np.zeros(1, np.int64)
    for other in set(range(world.size)) - {world.rank}:
        world.talk.Isend(question, other, tag=_ASK).Free()
    _answers.clear()
    status = world.mpi.Status()
    until = time.monotonic() + _GRACE
    while time.monotonic() < until:
        if request.Test():
            return True
        answer(channel)
        while world.talk.Iprobe(tag=_ANSWER, status=status):
            where = np.empty(2, np.int64)
            world.talk.Recv(where, source=status.Get_source(), tag=_ANSWER)
            _answers[status.Get_source()] = (int(where[0]), int(where[1]))
        time.sleep(0.01)
    return False


def missing(channel: Any) -> list[str]:
    """The processes that have not come as far as this one, and what they said."""
    world = channel.world
    found = []
    for other in range(world.size):
        where = _answers.get(other)
        if other == world.rank or where == (channel.number, channel.calls):
            continue
        said = f"waits in collective {where[1]}" if where else "is busy elsewhere, stuck or dead"
        found.append(f"rank {other}, which {said}")
    return found or ["a message that does not come"]
