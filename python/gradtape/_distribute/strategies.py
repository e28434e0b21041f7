"""`MultiWorkerMirroredStrategy`: a replica for each process that MPI has started.

Invariants: the processes begin in one random state, so that what they make alike is equal; each
then sees its own part of the data, and every change of a variable comes from gradients that all
processes have added up.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core, errors
from .._runtime.replicas import InputContext, ReduceOp, ReplicaContext, Strategy
from .._structure import nest
from . import collectives
from .averaging import Averager
from .sharing import Shared
from .world import is_launched, world


class ProcessContext(ReplicaContext):
    """What a function sees of the replica of this process."""

    strategy: Any

    def __init__(self, strategy: Any, share: float | None = None) -> None:
        super().__init__(strategy)
        self.num_replicas_in_sync = strategy.num_replicas_in_sync
        self._share = share
        self.number = world().rank
        self.weight = 1.0 if share is None or share > 0.0 else 0.0

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The rank of this process, as a tensor."""
        return _core.constant(world().rank)

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """The value reduced over all processes; has a gradient."""
        return collectives.allreduce(value, _reduce_op(reduce_op))

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The values of all processes one after the other along an axis; has a gradient."""
        return gathered(value, axis)

    def weigh_loss(self, loss: Any) -> Any:
        """In `fit`, the loss times the part of the batch that is here."""
        share, self._share = self._share, None
        return loss if share is None else loss * _core.cast(share, loss.dtype)

    def sum_gradients(self, gradients: list[Any], variables: list[Any]) -> list[Any]:
        """The sum over all processes; in `fit` weighted with their parts of the batch."""
        self.strategy.check_equal(variables)
        if self._share is None:
            return self.strategy.sums.reduce(gradients, variables)
        if self._share * self.num_replicas_in_sync == 1.0:
            return self.strategy.means.reduce(gradients, variables)
        mine = [None if g is None else g * _core.cast(self._share, g.dtype) for g in gradients]
        return self.strategy.sums.reduce(mine, variables)


class Cluster:
    """The workers, one for each process: `task_type`, `task_id` and `cluster_spec()`."""

    def __init__(self, rank: int | None, size: int) -> None:
        self.task_type = None if rank is None else "worker"
        self.task_id = rank
        self._size = size

    def cluster_spec(self) -> Cluster:
        """The workers themselves."""
        return self

    def as_dict(self) -> dict[str, list[str]]:
        """The names of the workers."""
        return {"worker": [f"rank {rank}" for rank in range(self._size)]}

    def num_tasks(self, job_name: str) -> int:
        """How many workers there are."""
        return self._size if job_name == "worker" else 0


class MultiWorkerMirroredStrategy(Strategy):
    """Training in which each process of `mpirun -n N` has one replica.

    The processes get the random state of the first, of Python, NumPy and gradtape, so that the same
    program makes the same variables everywhere. In `run` and `fit`, layers that draw, such as
    `Dropout`, draw other numbers on every process; `tf.random` and `tf.nn.dropout` draw the same,
    to which a program adds the rank where it wants otherwise. The first step of an optimizer raises
    `InvalidArgumentError` if variables differ.
    Without an MPI there is one replica. `communication_options` and `cluster_resolver` are
    accepted and change nothing: MPI knows.

    >>> import gradtape as tf
    >>> strategy = tf.distribute.MultiWorkerMirroredStrategy()
    >>> with strategy.scope():
    ...     v = tf.Variable(1.0)
    >>> strategy.num_replicas_in_sync
    1
    """

    _mirrors = True

    def __init__(self, cluster_resolver: Any = None, communication_options: Any = None) -> None:
        self.num_replicas_in_sync = world().size if is_launched() else 1
        self.sums, self.means = Averager("SUM"), Averager("MEAN")
        self._equal: set[tuple[int, ...]] = set()
        if self.num_replicas_in_sync > 1:
            _share_random_state()

    @property
    def is_chief(self) -> bool:  # type: ignore[override]
        """Whether this process is the one that prints and writes files."""
        return self._alone or world().rank == 0

    @property
    def cluster_resolver(self) -> Cluster:
        """Which worker this process is, as programs ask for it."""
        return Cluster(None if self._alone else world().rank, self.num_replicas_in_sync)

    @property
    def _alone(self) -> bool:
        return self.num_replicas_in_sync == 1

    def _replica_context(self) -> ReplicaContext:
        return ReplicaContext(self) if self._alone else ProcessContext(self)

    def run_with_share(self, share: float, fn: Callable[..., Any], *args: Any) -> Any:
        """`fn(*args)` on this process's part of a batch: gradients become those of the mean."""
        with self._entered(ProcessContext(self, share)):
            return fn(*args)

    def reduce(self, reduce_op: Any, value: Any, axis: int | None) -> Any:
        """The value reduced over all processes, and along `axis` unless that is None."""
        if self._alone:
            return super().reduce(reduce_op, value, axis)
        way = _reduce_op(reduce_op)
        if axis is None:
            return collectives.allreduce(value, way)
        return nest.map_structure(lambda leaf: _along(way, leaf, axis), value)

    def gather(self, value: Any, axis: int) -> Any:
        """The values of all processes one after the other along an axis."""
        return super().gather(value, axis) if self._alone else gathered(value, axis)

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """This process's part of each batch of the dataset."""
        return dataset if self._alone else Shared(dataset, world().rank, world().size)

    def distribute_datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any = None
    ) -> Any:
        """What `dataset_fn` returns for this process, as it is."""
        return dataset_fn(self._input_context())

    def _input_context(self) -> InputContext:
        if self._alone:
            return InputContext()
        return InputContext(world().size, world().rank, world().size)

    def check_equal(self, variables: list[Any]) -> None:
        """`InvalidArgumentError` if the processes begin with different values."""
        key = tuple(map(id, variables))
        if key not in self._equal:
            self._equal.add(key)
            _check_equal(variables)

    def total_result(self, metric: Any, result: Callable[[Any], Any]) -> Any:
        """The result of a metric over the values that all processes have seen."""
        states = [variable.read_value() for variable in metric.variables]
        for variable, total in zip(metric.variables, collectives.allreduce(states)):
            variable.assign(total)
        try:
            return result(metric)
        finally:
            for variable, state in zip(metric.variables, states):
                variable.assign(state)


def _reduce_op(op: Any) -> ReduceOp:
    return op if isinstance(op, ReduceOp) else ReduceOp(str(op).upper())


def gathered(value: Any, axis: int) -> Any:
    """Values of all processes one after the other along an axis."""

    def one(leaf: Any) -> Any:
        leaf = _core.convert_to_tensor(leaf)
        order = list(range(leaf.shape.rank))
        order[0], order[axis] = order[axis], order[0]
        every = collectives.allgather(_core.transpose(leaf, order))
        return _core.transpose(every, order)

    return nest.map_structure(one, value)


def _along(way: ReduceOp, leaf: Any, axis: int) -> Any:
    """Reduced along an axis, whose length may differ from process to process."""
    leaf = _core.convert_to_tensor(leaf)
    total = collectives.allreduce(_core.reduce_sum(leaf, axis))
    if way is ReduceOp.SUM:
        return total
    return total / _core.cast(collectives.allreduce(leaf.shape[axis]), total.dtype)


def _share_random_state() -> None:
    """Continue with the random state of the first process."""
    state = random.getstate(), np.random.get_state()
    own, numpys = collectives.broadcast_object(state)
    random.setstate(own)
    np.random.set_state(numpys)
    drawn = int(_core.random_uniform([], 0, 2**31 - 1, "int32"))
    if len(set(collectives.allgather(drawn).numpy().tolist())) > 1:
        _core._set_common_seed(collectives.broadcast_object(drawn))


def _check_equal(variables: list[Any]) -> None:
    sums = [_core.reduce_sum(_core.cast(v, _core.float64) ** 2) for v in variables]
    mine = _core.stack(sums)
    least, most = collectives.allreduce(mine, "MIN"), collectives.allreduce(mine, "MAX")
    for variable, low, high in zip(variables, least.numpy(), most.numpy()):
        if low < high:
            text = f"The processes begin with different values of {variable.name!r}. Use the same "
            text += "seed, or tf.distribute.broadcast_variables."
            raise errors.InvalidArgumentError(None, None, text)
