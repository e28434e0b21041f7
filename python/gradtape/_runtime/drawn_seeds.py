"""Seeds that Keras's backend draws from NumPy: one for each operation of a trace, and kept with it.

Keras traces the steps of a model once, functions of a program's own for each signature, and a layer
that is called with symbolic tensors for each call. Here steps and functions run again and again,
and layers twice to find shapes; they get the same seeds then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

_MOST = 10_000_000
# Of a thread: `running`, the seeds of the trace that runs; `left`, for each trace that was entered
# what ran around it, and where its own seeds stood: a function may call itself.
_here = threading.local()


class DrawnSeeds:
    """The seeds of one trace, in the order of its operations.

    One that is `traced_twice` leaves a seed out for each that it has: the order is Keras's where
    the trace has a single operation that draws, as that of an autoencoder's step. That may be a
    function, which is asked at each operation.
    """

    def __init__(self, traced_twice: bool | Callable[[], bool] = False) -> None:
        self._seeds: list[int] = []
        self._next = 0
        self._traced_twice = traced_twice
        self.are_used = False  # by an operation, or by a layer that keeps its own for the trace
        self._runs = 0

    def __enter__(self) -> None:
        """The trace runs, from its start."""
        vars(_here).setdefault("left", []).append((running(), self._next))
        self._next, _here.running = 0, self
        self._runs += 1

    def run(self) -> int:
        """Which run of the trace this is; they are told apart from now on."""
        self.are_used = True
        return self._runs

    def __exit__(self, *raised: object) -> None:
        _here.running, self._next = _here.left.pop()

    def is_traced_twice(self) -> bool:
        """Whether the operation that runs now is one of a trace that is made a second time."""
        twice = self._traced_twice
        return twice() if callable(twice) else twice

    def next(self) -> int:
        """The seed of the next operation, drawn if it has not run before."""
        self.are_used = True
        if self._next == len(self._seeds):
            if self.is_traced_twice():
                drawn()
            self._seeds.append(drawn())
        self._next += 1
        return self._seeds[self._next - 1]


def running() -> DrawnSeeds | None:
    """Those of the trace that this thread runs."""
    return getattr(_here, "running", None)


def drawn() -> int:
    """A seed from NumPy's generator."""
    import numpy as np  # here: a program that draws none may not have loaded it

    return int(np.random.randint(_MOST))
