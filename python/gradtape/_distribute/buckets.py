"""Gradients in messages: which of them travel together, and what happens to one message.

Invariant: a plan follows from the dtypes, shapes and kinds of the sources alone, which all
processes have agreed on; so all send the same messages in the same order.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._autodiff.indexed_slices import IndexedSlices
from . import reducing
from .buffers import Room, elements
from .channel import Channel
from .compression import wire_dtype
from .reducing import Way
from .settings import current

if TYPE_CHECKING:
    from .._typing import DTypeLike


class Kind(enum.IntEnum):
    """What the gradient of a source is; of two processes the larger counts."""

    NOTHING = 0
    ROWS = 1
    DENSE = 2


def kind_of(gradient: Any) -> Kind:
    """The kind of a gradient."""
    if gradient is None:
        return Kind.NOTHING
    return Kind.ROWS if isinstance(gradient, IndexedSlices) else Kind.DENSE


@dataclass
class Part:
    """Where the gradient of one source lies in a message."""

    source: int
    start: int
    shape: Any


class Bucket:
    """Dense gradients of one dtype that travel together."""

    def __init__(self, dtype: DTypeLike, wire: Any) -> None:
        self.dtype, self.wire = dtype, wire
        self.parts: list[Part] = []
        self.count = 0

    @property
    def bytes(self) -> int:
        """The length of the message."""
        return self.count * int(self.wire.size)

    def add(self, source: int, shape: Any) -> None:
        """Make room for the gradient of a source."""
        self.parts.append(Part(source, self.count, shape))
        self.count += shape.num_elements()

    def __str__(self) -> str:
        sources = [part.source for part in self.parts]
        return f"the gradients of sources {sources}, {self.wire.name}[{self.count}]"


def buckets_for(sources: list[Any], kinds: list[Kind], compression: Any) -> list[Bucket]:
    """Messages for the dense gradients, the last sources first: theirs are known first."""
    found: list[Bucket] = []
    open_: dict[str, Bucket] = {}
    for i in reversed(range(len(sources))):
        if kinds[i] is not Kind.DENSE:
            continue
        dtype = sources[i].dtype
        bucket = open_.get(dtype.name)
        if bucket is None or bucket.bytes >= current.bucket_bytes:
            bucket = open_[dtype.name] = Bucket(dtype, wire_dtype(dtype, compression))
            found.append(bucket)
        bucket.add(i, sources[i].shape)
    return found


class Filling:
    """One message on its way: filled, sent, reduced, taken apart."""

    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket
        self.missing = {part.source for part in bucket.parts}
        self._places = {part.source: part for part in bucket.parts}
        alone = len(bucket.parts) == 1  # such a gradient is sent from where it is
        self._send: Any = None if alone else Room(bucket.wire, [bucket.count]).elements

    def put(self, source: int, gradient: Any) -> None:
        """Take the gradient of a source; None stands for zeros."""
        part = self._places[source]
        if gradient is None:
            gradient = _core.zeros(part.shape, self.bucket.wire)
        values = elements(_core.cast(_core.convert_to_tensor(gradient), self.bucket.wire))
        if self._send is None:
            self._send = values
        else:
            self._send[part.start : part.start + len(values)] = values
        self.missing.discard(source)

    def reduce(self, channel: Channel, way: Way) -> dict[int, Any]:
        """The reduced gradients by source."""
        out = Room(self.bucket.wire, [self.bucket.count])
        reducing.reduce_into(channel, self.bucket.wire, way, self._send, out.elements)
        flat = _core.cast(out.tensor(), self.bucket.dtype)
        parts = reducing.parted(flat, [part.shape for part in self.bucket.parts])
        return {part.source: value for part, value in zip(self.bucket.parts, parts)}


def kinds_of_all(channel: Channel, kinds: list[Kind]) -> list[Kind]:
    """The kinds that all processes together find."""
    channel.begin(f"the kinds of {len(kinds)} gradients")
    mine = np.array(kinds, np.int64)
    every = np.empty((channel.world.size, len(kinds)), np.int64)
    channel.finish(channel.comm.Iallgather(mine, every))
    return [Kind(kind) for kind in every.max(axis=0)]
