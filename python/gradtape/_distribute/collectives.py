"""`allreduce`, `allgather`, `broadcast`, `reduce_scatter`, `alltoall` and `barrier`: on tensors and
structures of them, with gradients.

The gradient is that of the sum over all processes of what each differentiates. Invariant: every
process calls the same functions in the same order; who does not is told so before anything is
exchanged.
"""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from .._autodiff.custom_gradients import custom_gradient
from .._autodiff.indexed_slices import IndexedSlices
from .._structure import nest
from . import reducing
from .buffers import Room, elements
from .channel import Channel
from .reducing import Way, way_of
from .world import world


@functools.cache
def channel() -> Channel:
    """The connection of what programs ask for themselves."""
    return Channel(world(), 0)


def _named(tensor: Any, axis: int = 0) -> str:
    """The dtype and the shape, from `axis` on."""
    shape = ["*"] * axis + [str(n) for n in tensor.shape[axis:]]
    return f"{tensor.dtype.name}[{', '.join(shape)}]"


def allreduce(value: Any, op: Any = "SUM") -> Any:
    """The sum over all processes of each tensor of a structure.

    `op` may also be "MEAN", or "MIN" or "MAX", through which no gradient goes. Half precision is
    added in float32. Tensors of one dtype travel in one message. `IndexedSlices` come back with the
    rows of all processes (SUM and MEAN). `InvalidArgumentError` where the processes do not agree.

    >>> import gradtape as tf
    >>> total = tf.distribute.allreduce({"loss": tf.constant(2.0)})  # doctest: +SKIP
    """
    way = way_of(op)
    flat = nest.flatten(value)
    dense = [i for i, leaf in enumerate(flat) if not isinstance(leaf, IndexedSlices)]
    results: list[Any] = [None] * len(flat)
    tensors = {i: _core.convert_to_tensor(flat[i]) for i in dense}
    for dtype in sorted({tensor.dtype.name for tensor in tensors.values()}):
        places = [i for i in dense if tensors[i].dtype.name == dtype]
        for i, result in zip(places, _allreduce(way, [tensors[i] for i in places])):
            results[i] = result
    for i in range(len(flat)):
        if results[i] is None:
            results[i] = _gathered_rows(flat[i], way)
    return nest.pack_sequence_as(value, results)


def _allreduce(way: Way, tensors: list[Any]) -> list[Any]:
    if way in (Way.MIN, Way.MAX):
        return _reduced_now(way, *[_core.stop_gradient(tensor) for tensor in tensors])

    @custom_gradient
    def call(*inputs: Any) -> Any:
        return _reduced_now(way, *inputs), lambda *dys: _allreduce(way, list(dys))

    return list(call(*tensors))


def _reduced_now(way: Way, *tensors: Any) -> list[Any]:
    wire = channel()
    wire.begin(f"allreduce({way.value}) of {', '.join(map(_named, tensors))}")
    with _core.stop_recording_all():
        return reducing.reduced_together(wire, way, list(tensors))


def _gathered_rows(slices: Any, way: Way) -> Any:
    if way not in (Way.SUM, Way.MEAN):
        raise ValueError(f"IndexedSlices have no {way.value}.")
    values = allgather(slices.values)
    values = values / world().size if way is Way.MEAN else values
    return IndexedSlices(values, allgather(slices.indices), slices.dense_shape)


def _over_leaves(call: Callable[..., Any], value: Any, *args: Any) -> Any:
    return nest.map_structure(lambda leaf: call(_core.convert_to_tensor(leaf), *args), value)


def allgather(value: Any) -> Any:
    """The tensors of all processes one after the other along their first axis.

    Their lengths along it may differ; numbers become a vector.
    """
    return _over_leaves(_allgather, value)


def _allgather(tensor: Any) -> Any:
    if tensor.shape.rank == 0:
        tensor = _core.reshape(tensor, [1])
    wire = channel()
    counts = wire.begin(f"allgather of {_named(tensor, 1)}", tensor.shape[0])

    @custom_gradient
    def call(tensor: Any) -> Any:
        room = Room(tensor.dtype, [int(counts.sum()), *tensor.shape[1:]])
        row = tensor.dtype.size * int(np.prod(tensor.shape[1:], dtype=np.int64))
        _gather_bytes(wire, elements(tensor), room.elements, counts * row)
        return room.tensor(), lambda dy: _scattered(dy, counts)

    return call(tensor)


def _gather_bytes(wire: Channel, send: Any, to: Any, lengths: Any) -> None:
    places = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    byte = wire.world.mpi.BYTE
    received = [to.view(np.uint8), (lengths, places), byte]
    wire.finish(wire.comm.Iallgatherv([send.view(np.uint8), byte], received))


def _scattered(tensor: Any, counts: Any, way: Way = Way.SUM) -> Any:
    """This process's rows of the sum."""
    before = int(counts[: world().rank].sum())
    mine = int(counts[world().rank])
    return _allreduce(way, [tensor])[0][before : before + mine]


def reduce_scatter(value: Any, op: Any = "SUM") -> Any:
    """This process's part of the sum over all processes, which is cut along the first axis.

    `ValueError` for a length that the number of processes does not divide.
    """
    way = way_of(op)
    return _over_leaves(_reduce_scatter, value, way)


def _reduce_scatter(tensor: Any, way: Way) -> Any:
    rows = _parts_of(tensor)

    @custom_gradient
    def call(tensor: Any) -> Any:
        wire = channel()
        wire.begin(f"reduce_scatter({way.value}) of {_named(tensor)}")
        parts = _all_to_all(wire, tensor)
        room = Room(tensor.dtype, [rows, *tensor.shape[1:]])
        how = reducing.Arithmetic(tensor.dtype, way, world().size)
        how.reduce(elements(parts).reshape(world().size, -1), room.elements)

        def gradient(dy: Any) -> Any:
            whole = allgather(dy)
            return whole / world().size if way is Way.MEAN else whole

        return room.tensor(), gradient

    return call(tensor)


def _parts_of(tensor: Any) -> int:
    length = tensor.shape[0] if tensor.shape.rank else 0
    if not tensor.shape.rank or length % world().size:
        raise ValueError(f"{_named(tensor)} is not cut into {world().size} equal parts.")
    return int(length) // world().size


def _all_to_all(wire: Channel, tensor: Any) -> Any:
    room = Room(tensor.dtype, tensor.shape)
    sent, received = elements(tensor).view(np.uint8), room.elements.view(np.uint8)
    wire.finish(wire.comm.Ialltoall(sent, received))
    del received
    return room.tensor()


def alltoall(value: Any) -> Any:
    """Part `r` of each tensor, cut along its first axis, goes to process `r`.

    The parts that come from all processes are in the order of ranks. `ValueError` for a length that
    the number of processes does not divide.
    """
    return _over_leaves(_alltoall, value)


def _alltoall(tensor: Any) -> Any:
    _parts_of(tensor)

    @custom_gradient
    def call(tensor: Any) -> Any:
        wire = channel()
        wire.begin(f"alltoall of {_named(tensor)}")
        return _all_to_all(wire, tensor), _alltoall

    return call(tensor)


def broadcast(value: Any, root: int = 0) -> Any:
    """The tensors of process `root`; the others give tensors of the same shapes and dtypes.

    `ValueError` for a process that there is not.
    """
    if not 0 <= root < world().size:
        raise ValueError(f"There is no process {root}: there are {world().size}.")
    return _over_leaves(_broadcast, value, root)


def _broadcast(tensor: Any, root: int) -> Any:
    @custom_gradient
    def call(tensor: Any) -> Any:
        wire = channel()
        wire.begin(f"broadcast from rank {root} of {_named(tensor)}")
        room = Room(tensor.dtype, tensor.shape)
        if world().rank == root:
            room.elements[:] = elements(tensor)
        wire.finish(wire.comm.Ibcast(room.elements.view(np.uint8), root))

        def gradient(dy: Any) -> Any:
            total = _allreduce(Way.SUM, [dy])[0]
            return total if world().rank == root else _core.zeros_like(total)

        return room.tensor(), gradient

    return call(tensor)


def broadcast_object(value: Any, root: int = 0) -> Any:
    """The Python object of process `root`, pickled."""
    wire = channel()
    data = np.frombuffer(pickle.dumps(value), np.uint8) if world().rank == root else None
    length = wire.begin(f"broadcast_object from rank {root}", 0 if data is None else len(data))
    message = np.empty(int(length[root]), np.uint8) if data is None else data.copy()
    wire.finish(wire.comm.Ibcast(message, root))
    return pickle.loads(message.tobytes())


def barrier() -> None:
    """Wait until every process has come here."""
    wire = channel()
    wire.begin("barrier")
    wire.finish(wire.comm.Ibarrier())


def broadcast_variables(variables: Any, root: int = 0) -> None:
    """Give variables (a list or a structure) the values that they have on process `root`."""
    flat = nest.flatten(variables)
    for dtype in sorted({variable.dtype.name for variable in flat}):
        alike = [variable for variable in flat if variable.dtype.name == dtype]
        values = [_core.reshape(variable, [-1]) for variable in alike]
        shapes = [variable.shape for variable in alike]
        for variable, value in zip(
            alike, reducing.parted(broadcast(_core.concat(values, 0), root), shapes)
        ):
            variable.assign(value)
