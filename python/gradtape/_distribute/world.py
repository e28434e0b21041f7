"""The processes of this job: how many, which one this is, and how they are connected.

MPI is loaded when it is first asked for. Then an exception that nobody catches ends the whole job,
since the other processes would wait for this one for ever, and the cores of a machine are shared
out among the processes on it.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from types import TracebackType
from typing import Any

from .. import _core, errors
from .._extras import needed
from .journal import journal

# What says that a process was started by an MPI: MPICH's and Intel's, Open MPI's, Slurm's.
_LAUNCHED = ("PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "SLURM_STEP_NUM_TASKS")


class World:
    """All processes of the job; `mpi` is the module `mpi4py.MPI`."""

    def __init__(self, mpi: Any) -> None:
        self.mpi = mpi
        self.process = os.getpid()
        everyone = mpi.COMM_WORLD
        self.rank: int = everyone.Get_rank()
        self.size: int = everyone.Get_size()
        self.everyone = everyone
        self.talk = everyone.Dup()  # of processes that are late
        here = everyone.Split_type(mpi.COMM_TYPE_SHARED)
        self.local_rank: int = here.Get_rank()
        _share_cores(here)
        here.Free()
        self.threads: bool = mpi.Query_thread() == mpi.THREAD_MULTIPLE

    def check_process(self) -> None:
        """`FailedPreconditionError` in a copy of the process that started MPI."""
        if self.process != os.getpid():
            text = (
                f"MPI was started by process {self.process}, of which this one is a copy. Start "
                "such processes by multiprocessing's 'spawn', or MPI after the copy is made"
            )
            raise errors.FailedPreconditionError(None, None, text)

    def watch(self) -> None:
        """End the job if this process fails."""
        if self.size > 1:
            journal.start_guardian(self.rank, self.size)
            self._abort_on_errors()

    def _abort_on_errors(self) -> None:
        show = sys.excepthook

        def hook(
            kind: type[BaseException], error: BaseException, trace: TracebackType | None
        ) -> None:
            show(kind, error, trace)
            where = f"rank {self.rank} of {self.size} failed in step {journal.step}"
            print(f"gradtape: {where}; the job ends.", file=sys.stderr, flush=True)
            journal.goodbye()
            self.everyone.Abort(1)

        sys.excepthook = hook


def _share_cores(here: Any) -> None:
    """Threads for the operations of this process, of the cores that it shares with others."""
    if _core.num_threads_set() or os.environ.get("GRADTAPE_NUM_THREADS"):
        return
    mine = _cores()
    sharing = sum(1 for other in here.allgather(mine) if set(other) & set(mine))
    if sharing > 1:
        _core.set_num_threads(max(1, len(mine) // sharing))


def _cores() -> list[int]:
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


@functools.cache
def _started() -> World:
    found = World(needed("mpi4py.MPI", "mpi", "gradtape.distribute"))
    found.watch()
    return found


_starting = threading.Lock()


def world() -> World:
    """The processes of this job.

    `ImportError` without mpi4py. `FailedPreconditionError` in a copy (`os.fork`) of a process of
    the job: MPI does not know of it, and the threads that talk to it were not copied.
    """
    with _starting:
        found = _started()
    found.check_process()
    return found


def is_launched() -> bool:
    """Whether an MPI has started this process, as far as its environment tells."""
    return any(name in os.environ for name in _LAUNCHED)


def rank() -> int:
    """The number of this process, from 0. `ImportError` without mpi4py."""
    return world().rank


def size() -> int:
    """How many processes there are. `ImportError` without mpi4py."""
    return world().size


def local_rank() -> int:
    """The number of this process among those on this machine. `ImportError` without mpi4py."""
    return world().local_rank
