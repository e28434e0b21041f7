"""What libraries ask of a strategy beside its public methods: `strategy.extended`.

There is one replica in a process, so a value of a replica is the value, and a function of each
replica is called once.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure import nest

if TYPE_CHECKING:
    from .._typing import TensorLike

_PROCESSOR = "/job:localhost/replica:0/task:0/device:CPU:0"


class StrategyExtended:
    """The further methods of a strategy.

    >>> strategy = tf.distribute.get_strategy()
    >>> v = tf.Variable(1.0)
    >>> strategy.extended.update(v, lambda v, x: v.assign_add(x), args=(2.0,)).numpy().item()
    3.0
    """

    worker_devices = parameter_devices = (_PROCESSOR,)
    experimental_between_graph = False
    experimental_require_static_shapes = False
    experimental_should_init = True
    should_checkpoint = should_save_summary = True

    def __init__(self, container_strategy: Any) -> None:
        self._strategy = container_strategy

    def _in_multi_worker_mode(self) -> bool:
        """False: processes that MPI connects are no workers of a cluster."""
        return False

    def reduce_to(self, reduce_op: Any, value: Any, destinations: Any, options: Any = None) -> Any:
        """The value reduced over replicas; there is one place where it can go."""
        return self._strategy.reduce(reduce_op, value, axis=None)

    def _replica_ctx_all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """The value reduced over replicas, for the replica that asks."""
        context = sys.modules["gradtape"].distribute.get_replica_context()
        if context is None:
            raise RuntimeError("this is called by a replica, in a function that `run` runs")
        return context.all_reduce(reduce_op, value, options)

    def batch_reduce_to(
        self, reduce_op: Any, value_destination_pairs: Iterable[Any], options: Any = None
    ) -> list[Any]:
        """Each value of the pairs reduced over replicas."""
        return [self.reduce_to(reduce_op, value, to) for value, to in value_destination_pairs]

    def broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        """The tensor."""
        return nest.map_structure(_core.convert_to_tensor, tensor)

    def call_for_each_replica(
        self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None
    ) -> Any:
        """`fn(*args, **kwargs)` with a replica's context."""
        return self._strategy.run(fn, args, kwargs)

    def update(
        self,
        var: Any,
        fn: Callable[..., Any],
        args: Any = (),
        kwargs: Any = None,
        group: bool = True,
    ) -> Any:
        """`fn(var, *args, **kwargs)`."""
        return fn(var, *args, **(kwargs or {}))

    def update_non_slot(
        self,
        colocate_with: Any,
        fn: Callable[..., Any],
        args: Any = (),
        kwargs: Any = None,
        group: bool = True,
    ) -> Any:
        """`fn(*args, **kwargs)`."""
        return fn(*args, **(kwargs or {}))

    def colocate_vars_with(self, colocate_with_variable: Any) -> contextlib.nullcontext[None]:
        """A scope that changes nothing: variables are in one place."""
        return contextlib.nullcontext()

    def non_slot_devices(self, var_list: Any) -> tuple[str, ...]:
        """Where variables that belong to no other may be."""
        return self.parameter_devices

    def read_var(self, v: Any) -> _core.Tensor:
        """The value of a variable."""
        return v.read_value()

    def value_container(self, value: Any) -> Any:
        """The variable that a replica's variable is part of: itself."""
        return value

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable belongs to the strategy: every one does."""
        return isinstance(v, _core.Variable)

    def _use_merge_call(self) -> bool:
        """Whether functions of all replicas together are called through `merge_call`: they may."""
        return True
