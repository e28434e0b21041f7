"""Gradients summed or averaged over all processes while they are computed.

A thread of its own sends one message after the other. Invariant: the messages of a step follow a
plan that all processes share. Whether a source has turned out to be of a kind that the plan does
not know is told with the last message, and settled by all in one more.
"""

from __future__ import annotations

import functools
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from .. import _core
from . import collectives
from .buckets import Bucket, Filling, Kind, buckets_for, kind_of, kinds_of_all
from .channel import Channel
from .journal import journal
from .reducing import Way
from .settings import current
from .world import world


@functools.cache
def _channel() -> Channel:
    return Channel(world(), 1, spin=0)


@functools.cache
def _sender() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "gradtape-sender")


class Averager:
    """Sums or means of the gradients of sources over all processes, step after step."""

    def __init__(self, op: Any = "MEAN", compression: Any = None) -> None:
        self.way = Way(getattr(op, "value", op))
        self.compression = compression
        self._plans: dict[Any, list[Kind]] = {}

    def begin(self, sources: list[Any]) -> Step:
        """A step for the gradients of these sources."""
        journal.next_step()
        key = tuple((source.dtype.name, tuple(source.shape)) for source in sources)
        kinds = self._plans.get(key) or [Kind.NOTHING] * len(sources)
        return Step(self, sources, key, kinds)

    def reduce(self, gradients: list[Any], sources: list[Any]) -> list[Any]:
        """Gradients that are known already."""
        step = self.begin(sources)
        for i in reversed(range(len(gradients))):
            if gradients[i] is not None:
                step.offer(i, gradients[i])
        return step.finish(gradients)

    def remember(self, key: Any, kinds: list[Kind]) -> None:
        """The kinds of the gradients of these sources, which all processes have agreed on."""
        self._plans[key] = kinds


class Step:
    """The gradients of one step: `offer` each when it is final, `finish` when all are known."""

    def __init__(self, averager: Averager, sources: list[Any], key: Any, kinds: list[Kind]) -> None:
        self._averager, self._sources, self._key, self._kinds = averager, sources, key, kinds
        self._buckets = buckets_for(sources, kinds, averager.compression)
        self._fillings: dict[int, Filling] = {}
        self._of = {part.source: n for n, b in enumerate(self._buckets) for part in b.parts}
        self._next = 0
        self._sent: list[Any] = []
        self._offered: set[int] = set()

    def offer(self, source: int, gradient: Any) -> None:
        """The gradient of a source is final."""
        self._offered.add(source)
        place = self._of.get(source)
        if place is None:
            return
        self._filling(place).put(source, gradient)
        # The last waits for `finish`: it tells whether all was as planned.
        while self._next < len(self._buckets) - 1 and not self._filling(self._next).missing:
            self._send(self._next)

    def _filling(self, place: int) -> Filling:
        if place not in self._fillings:
            self._fillings[place] = Filling(self._buckets[place])
        return self._fillings[place]

    def _send(self, place: int) -> None:
        self._next = place + 1
        filling = self._fillings.pop(place)
        self._sent.append(_later(_reduced, filling, self._averager.way, journal.step))

    def finish(self, gradients: list[Any]) -> list[Any]:
        """All gradients, reduced. Those that no process has stay None."""
        for i, gradient in enumerate(gradients):
            if gradient is not None and i not in self._offered:
                self.offer(i, gradient)
        for place in range(self._next, len(self._buckets)):
            filling = self._filling(place)
            for source in sorted(filling.missing):
                filling.put(source, None)
        while self._next < len(self._buckets):
            self._send(self._next)
        found: dict[int, Any] = {}
        surprise = _later(_any_surprise, self._is_surprised(gradients))
        for sent in self._sent:
            found.update(sent.result())
        if surprise.result():
            found.update(self._settle(gradients))
        else:
            found.update(self._rows(gradients, self._kinds))
        return [found.get(i) for i in range(len(gradients))]

    def _is_surprised(self, gradients: list[Any]) -> bool:
        return any(kind_of(g) > kind for g, kind in zip(gradients, self._kinds))

    def _settle(self, gradients: list[Any]) -> dict[int, Any]:
        """Agree on a new plan, and reduce what the old one left out."""
        mine = [max(kind_of(g), kind) for g, kind in zip(gradients, self._kinds)]
        kinds = _later(kinds_of_all, _channel(), mine).result()
        left = [k if k != old else Kind.NOTHING for k, old in zip(kinds, self._kinds)]
        self._averager.remember(self._key, kinds)
        found = self._rows(gradients, kinds)
        for bucket in buckets_for(self._sources, left, self._averager.compression):
            found.update(_whole(bucket, gradients, self._averager.way))
        return found

    def _rows(self, gradients: list[Any], kinds: list[Kind]) -> dict[int, Any]:
        return {
            i: collectives.allreduce(_rows_of(gradients[i], self._sources[i]), self._averager.way)
            for i, kind in enumerate(kinds)
            if kind is Kind.ROWS
        }


def _later(function: Any, *args: Any) -> Future[Any]:
    """What the sending thread is to do; done at once where MPI wants one thread."""
    if current.overlap and world().threads:
        return _sender().submit(function, *args)
    done: Future[Any] = Future()
    done.set_result(function(*args))
    return done


def _reduced(filling: Filling, way: Way, step: int) -> dict[int, Any]:
    channel = _channel()
    channel.begin(f"{way.value} of {filling.bucket}")
    return filling.reduce(channel, way)


def _any_surprise(mine: bool) -> bool:
    every = _channel().begin("the end of a step", int(mine))
    return bool(every.any())


def _whole(bucket: Bucket, gradients: list[Any], way: Way) -> dict[int, Any]:
    filling = Filling(bucket)
    for part in bucket.parts:
        filling.put(part.source, gradients[part.source])
    return _later(_reduced, filling, way, journal.step).result()


def _rows_of(gradient: Any, source: Any) -> Any:
    """A gradient as rows; no rows for a source that is not connected here."""
    from .._autodiff.indexed_slices import IndexedSlices

    if gradient is not None:
        return gradient
    values = _core.zeros([0, *source.shape[1:]], source.dtype)
    return IndexedSlices(values, _core.zeros([0], _core.int32), source.shape)
