"""Strategies, their scopes and contexts; those of one replica, which is one process on a CPU.

Invariant: a process has one replica, so a value for each replica is, here, the value itself. Where
there is one process, reducing over replicas changes nothing; `_distribute` has the others.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure import nest
from .extended import StrategyExtended
from .mirrored import DistributedValues as DistributedValues, mirroring

if TYPE_CHECKING:
    from .._typing import TensorLike


class DistributedDataset:
    """A dataset that several replicas of one process share, which there is none of."""


class DistributedIterator:
    """An iterator over such a dataset."""


class ReduceOp(enum.Enum):
    """How values of replicas become one."""

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(aggregation: Any) -> ReduceOp:
        """The way of a variable's aggregation; `ValueError` for another."""
        return ReduceOp(aggregation.name)


class InputContext:
    """Which part of the data a pipeline reads: without other processes, all of it."""

    def __init__(
        self,
        num_input_pipelines: int = 1,
        input_pipeline_id: int = 0,
        num_replicas_in_sync: int = 1,
    ) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """A replica's part of a batch; `ValueError` where the batch is not so divided."""
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size} is not divisible by "
                f"`num_replicas_in_sync` {self.num_replicas_in_sync}."
            )
        return global_batch_size // self.num_replicas_in_sync


class ValueContext:
    """The replica that `experimental_distribute_values_from_function` asks a value for."""

    def __init__(self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1) -> None:
        self.replica_id_in_sync_group = replica_id_in_sync_group
        self.num_replicas_in_sync = num_replicas_in_sync


class ReplicaContext:
    """What a function sees of the replica that it runs on.

    >>> tf.distribute.get_replica_context().num_replicas_in_sync
    1
    """

    num_replicas_in_sync = 1
    number = 0  # of this replica
    weight = 1.0  # of the examples that this replica sees: 0 where they only fill a place

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    @property
    def replica_id_in_sync_group(self) -> _core.Tensor:
        """0, as a tensor."""
        return _core.constant(0)

    def all_reduce(self, reduce_op: Any, value: TensorLike, options: Any = None) -> Any:
        """The value; `ValueError` for a `reduce_op` that does not exist."""
        _as_reduce_op(reduce_op)
        return nest.map_structure(_core.convert_to_tensor, value)

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The value."""
        return nest.map_structure(_core.convert_to_tensor, value)

    def merge_call(self, merge_fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """`merge_fn(strategy, *args, **kwargs)`."""
        with self.strategy.scope():
            return merge_fn(self.strategy, *args, **(kwargs or {}))

    def weigh_loss(self, loss: Any) -> Any:
        """A mean over this replica's examples as its part of the mean over all: the loss."""
        return loss

    def sum_gradients(self, gradients: list[Any], variables: list[Any]) -> list[Any]:
        """The gradients of all replicas together: the gradients."""
        return gradients


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
    is_chief = True  # whether this process is the one that prints and writes files
    _mirrors = False  # whether the variables that are made in its scope know their replicas

    def _replica_context(self) -> ReplicaContext:
        return ReplicaContext(self)

    @property
    def extended(self) -> StrategyExtended:
        """Further methods, which libraries use."""
        return StrategyExtended(self)

    @contextmanager
    def scope(self) -> Iterator[Strategy]:
        """The strategy is `get_strategy()` inside."""
        made: AbstractContextManager[None] = mirroring() if self._mirrors else nullcontext()
        with self._entered(None), made:
            yield self

    @contextmanager
    def _entered(self, context: ReplicaContext | None) -> Iterator[None]:
        _open.append((self, context))
        try:
            yield
        finally:
            _open.pop()

    def run(
        self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None
    ) -> Any:
        """`fn(*args, **kwargs)`, with a replica's context."""
        with self._entered(self._replica_context()):
            return fn(*args, **(kwargs or {}))

    def reduce(self, reduce_op: Any, value: TensorLike, axis: int | None) -> Any:
        """The value, summed or averaged along `axis` unless that is None."""
        way = _as_reduce_op(reduce_op)
        along = _core.reduce_sum if way is ReduceOp.SUM else _core.reduce_mean
        return self._of_one(value) if axis is None else along(value, axis)

    def _of_one(self, value: Any) -> Any:
        """What values of one replica are together: tensors."""
        return nest.map_structure(_core.convert_to_tensor, value)

    def gather(self, value: Any, axis: int) -> Any:
        """The value."""
        return nest.map_structure(_core.convert_to_tensor, value)

    def experimental_local_results(self, value: TensorLike) -> tuple[Any, ...]:
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
        return value_fn(ValueContext(0, 1))

    # Older names of these.

    def experimental_run_v2(
        self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None
    ) -> Any:
        """`run`, as TensorFlow 2.0 and 2.1 call it."""
        return self.run(fn, args, kwargs)

    def experimental_run(self, fn: Callable[..., Any], input_iterator: Any = None) -> Any:
        """`run` on the next element of an iterator."""
        return self.run(fn, () if input_iterator is None else (next(input_iterator),))

    def experimental_distribute_datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any = None
    ) -> Any:
        """`distribute_datasets_from_function`."""
        return self.distribute_datasets_from_function(dataset_fn, options)

    def make_dataset_iterator(self, dataset: Any) -> Any:
        """An iterator over the dataset's part for this replica."""
        return iter(self.experimental_distribute_dataset(dataset))

    def unwrap(self, value: Any) -> tuple[Any, ...]:
        """`experimental_local_results`."""
        return self.experimental_local_results(value)


class MirroredStrategy(Strategy):
    """One replica; `ValueError` for more devices than one."""

    _mirrors = True

    def __init__(self, devices: Any = None, cross_device_ops: Any = None) -> None:
        if devices is not None and not isinstance(devices, str) and len(devices) > 1:
            raise ValueError(f"gradtape runs on one device. Received: devices={devices}")


class OneDeviceStrategy(Strategy):
    """One replica on a device."""

    def __init__(self, device: str) -> None:
        self.device = device

    def _of_one(self, value: Any) -> Any:
        return value  # as it is: there are never several to put together


class CentralStorageStrategy(Strategy):
    """One replica, whose variables are where it is."""

    def __init__(self, compute_devices: Any = None, parameter_device: Any = None) -> None:
        if compute_devices is not None and len(compute_devices) > 1:
            raise ValueError(f"gradtape runs on one device. Received: {compute_devices}")


class _DefaultDistributionStrategy(Strategy):
    """What `get_strategy()` is outside of a `scope`; programs print the name of its class."""

    _of_one = OneDeviceStrategy._of_one


_DEFAULT = _DefaultDistributionStrategy()
_APART = 1_640_531_527  # between seeds of replicas: far, so that neighbouring seeds do not meet
_open: list[tuple[Strategy, ReplicaContext | None]] = []


def get_strategy() -> Strategy:
    """The strategy of the innermost `scope`, or the one there is without."""
    return _open[-1][0] if _open else _DEFAULT


def is_default(strategy: Strategy) -> bool:
    """Whether it is the one that stands where there is none."""
    return type(strategy) in (Strategy, _DefaultDistributionStrategy)


def has_strategy() -> bool:
    """Whether a `scope` is open."""
    return bool(_open)


def get_replica_context() -> ReplicaContext | None:
    """The context of the replica; None in a `scope`, outside of `run`."""
    return _open[-1][1] if _open else ReplicaContext(_DEFAULT)


def in_cross_replica_context() -> bool:
    """Whether there is no replica's context."""
    return get_replica_context() is None


def runs_mirrored() -> bool:
    """Whether a replica of a strategy that mirrors runs, which TensorFlow has a thread for."""
    return bool(_open) and _open[-1][1] is not None and _open[-1][0]._mirrors


def _as_reduce_op(way: Any) -> ReduceOp:
    return way if isinstance(way, ReduceOp) else ReduceOp(str(way).upper())


def summed(gradients: list[Any], variables: list[Any]) -> list[Any]:
    """Gradients with those of the other replicas, where a replica runs; else as they are."""
    context = _open[-1][1] if _open else None
    return gradients if context is None else context.sum_gradients(gradients, variables)


def weighed(loss: _core.Tensor) -> _core.Tensor:
    """A replica's mean loss as its part of the mean over all replicas; else as it is."""
    context = _open[-1][1] if _open else None
    return loss if context is None else context.weigh_loss(loss)


def own_seed(seed: int | None) -> int | None:
    """The seed of an operation whose draws differ from replica to replica, as dropout's do.

    The first replica draws what one process would. In the others a draw without a seed still takes
    its turn, so that all are in one random state when they have drawn equally often; the numbers
    are of a stream of the replica's own, which `set_seed` begins anew.
    """
    context = _open[-1][1] if _open else None
    if context is None or context.number == 0:
        return seed
    if seed is None:
        _core.random_uniform([])
        seed = -1
    return (seed + _APART * context.number) % (2**31 - 1)
