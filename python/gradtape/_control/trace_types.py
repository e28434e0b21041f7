"""`TraceType`: which arguments of a `tf.function` count as alike, as a program's class may say.

Functions run eagerly here, so nothing depends on it; classes that derive from it can be made and
asked as in TensorFlow.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any


class TraceType(abc.ABC):
    """What `__tf_tracing_type__` of a program's class returns.

    >>> class Kind(tf.types.experimental.TraceType):
    ...     def is_subtype_of(self, other):
    ...         return isinstance(other, Kind)
    ...     def most_specific_common_supertype(self, others):
    ...         return self
    ...     def placeholder_value(self, placeholder_context=None):
    ...         return None
    ...     def __eq__(self, other):
    ...         return isinstance(other, Kind)
    ...     def __hash__(self):
    ...         return 1
    >>> Kind().is_subtype_of(Kind())
    True
    """

    @abc.abstractmethod
    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether a trace for `other` serves arguments of this type too."""

    @abc.abstractmethod
    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """The narrowest type that this and the others are subtypes of; None without one."""

    @abc.abstractmethod
    def placeholder_value(self, placeholder_context: Any = None) -> Any:
        """What stands for an argument of this type while a function is traced."""

    @abc.abstractmethod
    def __hash__(self) -> int: ...

    @abc.abstractmethod
    def __eq__(self, other: object) -> bool: ...
