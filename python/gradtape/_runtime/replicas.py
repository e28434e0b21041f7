"""Strategies of one replica: what `tf.distribute` is in one process on a CPU.

Invariant: there is one replica, so a value for each replica is the value itself, and reducing over
replicas changes nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core
from .._structure import nest


class ReduceOp(enum.Enum):
    """How values of replicas become one."""

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(aggregation: Any) -> ReduceOp:
        """The way of a variable's aggregation; `ValueError` for another."""
        return ReduceOp(aggregation.name)


class InputContext:
    """Which part of the data a pipeline reads: here, all of it."""

    num_input_pipelines = 1
    input_pipeline_id = 0
    num_replicas_in_sync = 1

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The whole batch."""
        return global_batch_size


class ReplicaContext:
    """What a function sees of the replica that it runs on.

    >>> tf.distribute.get_replica_context().num_replicas_in_sync
    1
    """

    num_replicas_in_sync = 1

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    @property
    def replica_id_in_sync_group(self) -> Any:
        """0, as a tensor."""
        return _core.constant(0)

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """The value; `ValueError` for a `reduce_op` that does not exist."""
        _as_reduce_op(reduce_op)
        return nest.map_structure(_core.convert_to_tensor, value)

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The value."""
        return nest.map_structure(_core.convert_to_tensor, value)

    def merge_call(self, merge_fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """`merge_fn(strategy, *args, **kwargs)`."""
        return merge_fn(self.strategy, *args, **(kwargs or {}))


class Strategy:
    """Runs functions on the one replica there is.

    >>> strategy = tf.distribute.MirroredStrategy()
    >>> with strategy.scope():
    ...     v = tf.Variable(2.0)
    >>> total = strategy.run(lambda x: v * x, args=(3.0,))
    >>> strategy.reduce("SUM", total, axis=None).numpy().item()
    6.0
    """

    num_replicas_in_sync = 1

    @property
    def extended(self) -> Strategy:
        """The strategy itself."""
        return self

    @contextmanager
    def scope(self) -> Iterator[Strategy]:
        """The strategy is `get_strategy()` inside."""
        _open.append((self, None))
        try:
            yield self
        finally:
            _open.pop()

    def run(
        self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None
    ) -> Any:
        """`fn(*args, **kwargs)`, with a replica's context."""
        _open.append((self, ReplicaContext(self)))
        try:
            return fn(*args, **(kwargs or {}))
        finally:
            _open.pop()

    def reduce(self, reduce_op: Any, value: Any, axis: int | None) -> Any:
        """The value, summed or averaged along `axis` unless that is None."""
        way = _as_reduce_op(reduce_op)
        along = _core.reduce_sum if way is ReduceOp.SUM else _core.reduce_mean
        if axis is None:
            return nest.map_structure(_core.convert_to_tensor, value)
        return nest.map_structure(lambda leaf: along(leaf, axis), value)

    def gather(self, value: Any, axis: int) -> Any:
        """The value."""
        return nest.map_structure(_core.convert_to_tensor, value)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The values of all replicas: `(value,)`."""
        return (value,)

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """The dataset."""
        return dataset

    def distribute_datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any = None
    ) -> Any:
        """What `dataset_fn` returns for the one pipeline."""
        return dataset_fn(InputContext())

    def experimental_distribute_values_from_function(self, value_fn: Callable[[Any], Any]) -> Any:
        """What `value_fn` returns for the one replica."""
        return value_fn(ReplicaContext(self))


class MirroredStrategy(Strategy):
    """One replica; `ValueError` for more devices than one."""

    def __init__(self, devices: Any = None, cross_device_ops: Any = None) -> None:
        if devices is not None and not isinstance(devices, str) and len(devices) > 1:
            raise ValueError(f"gradtape runs on one device. Received: devices={devices}")


class OneDeviceStrategy(Strategy):
    """One replica on a device."""

    def __init__(self, device: str) -> None:
        self.device = device


_DEFAULT = Strategy()
_open: list[tuple[Strategy, ReplicaContext | None]] = []


def get_strategy() -> Strategy:
    """The strategy of the innermost `scope`, or the one there is without."""
    return _open[-1][0] if _open else _DEFAULT


def has_strategy() -> bool:
    """Whether a `scope` is open."""
    return bool(_open)


def get_replica_context() -> ReplicaContext | None:
    """The context of the replica; None in a `scope`, outside of `run`."""
    return _open[-1][1] if _open else ReplicaContext(_DEFAULT)


def in_cross_replica_context() -> bool:
    """Whether there is no replica's context."""
    return get_replica_context() is None


def _as_reduce_op(way: Any) -> ReduceOp:
    return way if isinstance(way, ReduceOp) else ReduceOp(str(way).upper())
