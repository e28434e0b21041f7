"""Seeds that Keras's backend draws from NumPy: one for each operation of a trace, and kept with it.

Keras traces the steps of a model once, functions of a program's own for each signature, and a layer
that is called with symbolic tensors for each call. Here steps and functions run again and again,
and layers twice to find shapes; they get the same seeds then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from .once import of_the_library

_MOST = 10_000_000
# Of a thread: `running`, the seeds of the trace that runs; `left`, for each trace that was entered
# what ran around it, and where its own seeds stood: a function may call itself; `before`, how often
# what runs now has been run in Keras before.
_here = threading.local()


class DrawnSeeds:
    """The seeds of one trace, in the order of its operations.

    One that is `traced_twice` leaves a seed out for each that it has: the order is Keras's where
    the trace has a single operation that draws, as that of an autoencoder's step; where it has
    more, they are `drawn_again`. That may be a function, which is asked at each operation. A trace
    of a step `in_loop` has each operation once more: TensorFlow traces the body of a loop to see
    what comes out of it, and again.

    `of_symbols` is that of one call with symbolic tensors.
    """

    def __init__(
        self,
        traced_twice: bool | Callable[[], bool] = False,
        in_loop: bool = False,
        of_symbols: bool = False,
    ) -> None:
        self._seeds: list[int] = []
        self._next = 0
        self._stood: Any = None  # where NumPy's generator stood before it, if others may be made
        self._left_out = 0
        self._traced_twice, self._in_loop = traced_twice, in_loop
        self.of_symbols = of_symbols
        self.are_used = False  # by an operation, or by a layer that keeps its own for the trace
        self.is_open = False  # whether it leaves open how many examples there are
        self.examples = 0  # how many those are, of a step
        self.is_of_step = False  # of a model
        self.reads: Callable[[], Iterable[Any]] = tuple  # the objects that the function may read
        # Of layers that keep their own seeds: where they began in a trace made twice, and how
        # often they draw in it, if what runs can begin again where they do so more often than once.
        self.began: dict[Any, int] = {}
        self.counts: dict[Any, int] = {}
        self.begins_again = False
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

    def begin_again(self) -> None:
        """What has run for the trace has stopped, and does not count."""
        self._runs = 0

    def __exit__(self, *raised: object) -> None:
        _here.running, self._next = _here.left.pop()

    def is_traced_twice(self) -> bool:
        """Whether the operation that runs now is one of a trace that is made a second time."""
        twice = self._traced_twice
        return (_times_before() > 0 or twice()) if callable(twice) else twice

    def times(self, is_twice: bool | None = None) -> int:
        """How often an operation is traced until it is the one that runs."""
        twice = self.is_traced_twice() if is_twice is None else is_twice
        return (1 + twice) * (1 + self._in_loop)

    def next(self) -> int:
        """The seed of the next operation, drawn if it has not run before."""
        self.are_used = True
        if self._next == len(self._seeds):
            self._draw()
        self._next += 1
        return self._seeds[self._next - 1]

    def stand(self) -> int:
        """How many seeds the run that goes on has used, to `go_back` to."""
        return self._next

    def go_back(self, place: int) -> None:
        """What was run from there is run once more, as the next turn of a loop."""
        self._next = place

    def _draw(self) -> None:
        before = self.times() - 1
        if not self._seeds and (before or callable(self._traced_twice)):
            self._stood = _generator().get_state()
        for _ in range(before):
            drawn()
        self._left_out += before
        self._seeds.append(drawn_at_last())

    def drawn_again(self, is_twice: bool) -> bool:
        """Whether a first run, which is traced twice or not, drew by other seeds than Keras.

        All seeds of one tracing come before those of the next; the last ones are there now.
        """
        stood, self._stood = self._stood, None
        count, times = len(self._seeds), self.times(is_twice)
        if stood is None or times == 1 or (count == 1 and self._left_out == times - 1):
            return False
        with of_the_library():
            _generator().set_state(stood)
        self._seeds = [drawn() for _ in range(count * times)][-count:]
        return True


def is_in_step() -> bool:
    """Whether a traced step of a model runs."""
    entered = [one for one, _ in vars(_here).get("left", ())]
    return any(one is not None and one.is_of_step for one in [running(), *entered])


@contextmanager
def open_batches() -> Iterator[None]:
    """Within, what runs stands for what Keras traces for any number of examples."""
    before, _here.is_open = getattr(_here, "is_open", False), True
    try:
        yield
    finally:
        _here.is_open = before


def leaves_batches_open() -> bool:
    """Whether what runs, as a step, has a trace that leaves open how many examples there are."""
    if getattr(_here, "is_open", False):
        return True
    entered = [one for one, _ in vars(_here).get("left", ())]
    return any(one is not None and one.is_open for one in [running(), *entered])


def open_examples() -> int:
    """How many examples there are in the step that runs, where its trace leaves that open; else 0.

    >>> from gradtape._runtime.drawn_seeds import open_examples
    >>> open_examples()
    0
    """
    entered = [one for one, _ in vars(_here).get("left", ())]
    found = [one.examples for one in [running(), *entered] if one is not None and one.is_open]
    return max(found, default=0)


def running() -> DrawnSeeds | None:
    """Those of the trace that this thread runs."""
    return getattr(_here, "running", None)


@contextmanager
def run_before() -> Iterator[None]:
    """Within, what runs has been run before, with draws of its own: Keras 3 looks for the weights
    of a layer without a `build` by a run on symbols."""
    with _run(_times_before() + 1):
        yield


@contextmanager
def run_once() -> Iterator[None]:
    """Within, what runs has not been run before, whatever it is a part of: no `build` is."""
    with _run(0):
        yield


@contextmanager
def _run(times: int) -> Iterator[None]:
    before, _here.before = _times_before(), times
    try:
        yield
    finally:
        _here.before = before


def drawn_at_last() -> int:
    """The seed of an operation that draws, behind those of its runs before."""
    for _ in range(_times_before()):
        drawn()
    return drawn()


def _times_before() -> int:
    return getattr(_here, "before", 0)


def drawn() -> int:
    """A seed from NumPy's generator."""
    with of_the_library():
        return int(_generator().randint(_MOST))


def _generator() -> Any:
    import numpy as np  # here: a program that draws none may not have loaded it

    return np.random
