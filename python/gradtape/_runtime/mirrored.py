"""Variables of a strategy that mirrors them: they tell their values on all replicas, which are one.

Invariant: such a variable is the one that was made, in every other respect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core


class DistributedValues:
    """Values of several replicas in one process: of the one there is."""


class DistributedVariable(_core.Variable, DistributedValues):
    """A variable with a value for each replica: itself."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The variables of all replicas."""
        return (self,)

    _values = values

    @property
    def _primary(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        made = super().__deepcopy__(memo)  # type: ignore[misc]
        made.__class__ = type(self)
        return made

    def __repr__(self) -> str:
        return f"{type(self).__name__}:{{\n  0: {super().__repr__()}\n}}"

    __str__ = __repr__


class MirroredVariable(DistributedVariable):
    """One that is equal on all replicas."""


class SyncOnReadVariable(DistributedVariable):
    """One that replicas change by themselves, and that is added up where it is read."""


def _mirrored(next_creator: Callable[..., Any], **kwargs: Any) -> Any:
    """The variable that is made, as one of all replicas; what is not a plain one is left."""
    made = next_creator(**kwargs)
    if type(made) is _core.Variable:
        on_read = getattr(getattr(made, "synchronization", None), "name", "") == "ON_READ"
        made.__class__ = SyncOnReadVariable if on_read else MirroredVariable
    return made


@contextmanager
def mirroring() -> Iterator[None]:
    """Within, the variables of this thread are mirrored."""
    _core.enter_creator(_mirrored)
    try:
        yield
    finally:
        _core.leave_creator()
