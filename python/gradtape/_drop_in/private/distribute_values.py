"""Values that lie on several devices, of which a process has one: no value is of these classes."""

from __future__ import annotations

from typing import Any

from ..._runtime.replicas import DistributedValues as DistributedValues


class PerReplica(DistributedValues):
    """A value for each replica; `values` holds them.

    >>> from gradtape._drop_in.private.distribute_values import PerReplica
    >>> PerReplica([1, 2]).values
    (1, 2)
    """

    def __init__(self, values: Any) -> None:
        self._values = tuple(values)

    @property
    def values(self) -> tuple[Any, ...]:
        """The value of each replica."""
        return self._values


class Mirrored(PerReplica):
    """One value, a copy for each replica."""


class DistributedVariable(DistributedValues):
    """A variable on several devices."""


class MirroredVariable(DistributedVariable):
    """A variable of which each replica has a copy."""


class SyncOnReadVariable(DistributedVariable):
    """A variable whose copies are put together when it is read."""


class AggregatingVariable(DistributedVariable):
    """A variable that a parameter server holds."""


def select_replica(replica_id: int, structured: Any) -> Any:
    """A replica's part of a structure of values: all of it."""
    return structured


def regroup(values: Any, *ignored: Any, **options: Any) -> Any:
    """What the replicas' values are together: the only one's."""
    return values[0]
