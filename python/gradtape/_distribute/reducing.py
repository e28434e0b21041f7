"""Sums over processes, and what is done likewise.

Invariant: ordered ones are added in the order of ranks, so that they are the same bits on every
process and in every run; half precision is added in float32 and rounded once.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .buffers import Room, elements
from .channel import Channel
from .settings import current

if TYPE_CHECKING:
    from .._typing import DTypeLike

_SMALL = 1 << 15  # up to so many bytes go to everybody at once


class Way(enum.Enum):
    """How the values of processes become one."""

    SUM = "SUM"
    MEAN = "MEAN"
    MIN = "MIN"
    MAX = "MAX"


_COMBINE: dict[Way, Callable[..., Any]] = {
    Way.SUM: np.add,
    Way.MEAN: np.add,
    Way.MIN: np.minimum,
    Way.MAX: np.maximum,
}


def way_of(op: Any) -> Way:
    """The way that a name or a `ReduceOp` means; `ValueError` for another."""
    name = str(getattr(op, "value", op)).upper()
    try:
        return Way(name)
    except ValueError:
        raise ValueError(
            f"There is no reduction {op!r}; there are SUM, MEAN, MIN and MAX."
        ) from None


class Arithmetic:
    """How elements of one dtype are added: in which type, and how it is left again."""

    def __init__(self, dtype: DTypeLike, way: Way, size: int) -> None:
        if dtype == _core.bool and way in (Way.SUM, Way.MEAN):
            raise TypeError("Truth values have no sum: cast them first.")
        self._dtype, self._size, self._mean = dtype, size, way is Way.MEAN
        self.combine = _COMBINE[way]
        self.plain = dtype not in (_core.bfloat16, _core.float16)

    def widened(self, values: np.ndarray) -> np.ndarray:
        """The elements of half precision in float32."""
        if self._dtype == _core.float16:
            return values.astype(np.float32)
        return (values.astype(np.uint32) << 16).view(np.float32)

    def leave(self, sums: np.ndarray, out: np.ndarray) -> None:
        """Write sums as elements, divided where the mean is wanted; `sums` may be `out`."""
        if self._mean:
            divide = np.floor_divide if sums.dtype.kind in "iu" else np.divide
            divide(sums, self._size, out=sums)
        if sums is out:
            return
        with np.errstate(over="ignore", invalid="ignore"):  # what is too large becomes infinite
            out[:] = _bfloat16_bits(sums) if self._dtype == _core.bfloat16 else sums

    def reduce(self, rows: Any, out: np.ndarray) -> None:
        """Combine rows of elements in their order."""
        if self.plain:
            self._reduce_plain(rows, out)
            return
        first, *others = rows
        sums = self.widened(first)
        for row in others:
            self.combine(sums, self.widened(row), out=sums)
        self.leave(sums, out)

    def _reduce_plain(self, rows: Any, out: np.ndarray) -> None:
        """Nothing is written but `out`, once for each row after the first."""
        first, *others = rows
        if not others:
            out[:] = first
        for row in others:
            self.combine(first, row, out=out)
            first = out
        self.leave(out, out)


def _bfloat16_bits(values: np.ndarray) -> np.ndarray:
    """The bits of the nearest bfloat16; of two, the even one."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)


def reduce_into(
    channel: Channel, dtype: DTypeLike, way: Way, send: np.ndarray, out: np.ndarray
) -> None:
    """Reduce elements of all processes; all get all of it."""
    world = channel.world
    how = Arithmetic(dtype, way, world.size)
    if world.size == 1:
        how.reduce([send], out)
    elif world.size == 2:
        other = np.empty_like(send) if len(send) < 1 << 10 else _scratch(send.dtype, len(send))
        _exchange(channel, send, other)
        how.reduce([send, other] if world.rank == 0 else [other, send], out)
    elif how.plain and not current.ordered:
        sums = out if way is not Way.MEAN else np.empty_like(out)
        operation = getattr(world.mpi, "SUM" if way is Way.MEAN else way.value)
        channel.finish(channel.comm.Iallreduce(send, sums, operation))
        how.leave(sums, out)
    elif send.nbytes <= _SMALL:
        rows = _scratch(send.dtype, world.size * len(send)).reshape(world.size, -1)
        channel.finish(channel.comm.Iallgather(_raw(send), _raw(rows)))
        how.reduce(rows, out)
    else:
        _in_parts(channel, how, send, out)


def _exchange(channel: Channel, send: np.ndarray, other: np.ndarray) -> None:
    peer = 1 - channel.world.rank
    receiving = channel.comm.Irecv(_raw(other), peer)
    sending = channel.comm.Isend(_raw(send), peer)
    channel.finish(receiving)
    channel.finish(sending)


def _in_parts(channel: Channel, how: Arithmetic, send: np.ndarray, out: np.ndarray) -> None:
    """Each process adds up one part of the elements, and gives it to all."""
    world, width = channel.world, send.dtype.itemsize
    cuts = np.linspace(0, len(send), world.size + 1).astype(np.int64)
    counts = np.diff(cuts) * width
    mine = int(counts[world.rank]) // width
    rows = _scratch(send.dtype, world.size * mine).reshape(world.size, -1)
    equal = np.full(world.size, mine * width)
    places = cuts[:-1] * width
    byte = world.mpi.BYTE
    sent = [_raw(send), (counts, places), byte]
    received = [_raw(rows), (equal, np.arange(world.size) * mine * width), byte]
    channel.finish(channel.comm.Ialltoallv(sent, received))
    part = out[cuts[world.rank] : cuts[world.rank + 1]]
    how.reduce(rows, part)
    whole = [_raw(out), (counts, places), byte]
    channel.finish(channel.comm.Iallgatherv(world.mpi.IN_PLACE, whole))


def _raw(array: np.ndarray) -> np.ndarray:
    return array.reshape(-1).view(np.uint8)


def _scratch(kind: np.dtype, count: int) -> np.ndarray:
    """Memory of the pool, which is given back when the array goes."""
    return np.asarray(memoryview(_core.TensorBuffer("uint8", [count * kind.itemsize]))).view(kind)


def reduced(channel: Channel, way: Way, tensor: Any) -> Any:
    """The tensor reduced over all processes."""
    room = Room(tensor.dtype, tensor.shape)
    reduce_into(channel, tensor.dtype, way, elements(tensor), room.elements)
    return room.tensor()


def reduced_together(channel: Channel, way: Way, tensors: list[Any]) -> list[Any]:
    """Tensors of one dtype, reduced in one message."""
    if len(tensors) == 1:
        return [reduced(channel, way, tensors[0])]
    flat = _core.concat([_core.reshape(tensor, [-1]) for tensor in tensors], 0)
    return parted(reduced(channel, way, flat), [tensor.shape for tensor in tensors])


def parted(flat: Any, shapes: list[Any]) -> list[Any]:
    """Tensors of these shapes, which lie one after the other in `flat`."""
    counts = [shape.num_elements() for shape in shapes]
    return [_core.reshape(part, shape) for part, shape in zip(_core.split(flat, counts), shapes)]
