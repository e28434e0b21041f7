"""`Dimension` of version 1: one length of a shape, which may be open.

Where an open one takes part, sums and products are open, and comparisons have no answer (None).
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from .._runtime.strings import dimension_value


class Dimension:
    """A length, None if it is open.

    >>> Dimension = tf.compat.v1.Dimension
    >>> Dimension(2) * 3, Dimension(None) + 1, Dimension(2) == 2, Dimension(None) == 2
    (Dimension(6), Dimension(None), True, None)
    """

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        value = getattr(value, "value", value)
        if value is not None:
            value = operator.index(value)
            if value < 0:
                raise ValueError(f"Dimension {value} must be >= 0")
        self._value: int | None = value

    @property
    def value(self) -> int | None:
        """The length."""
        return self._value

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both could be the same length."""
        other = dimension_value(other)
        return self._value is None or other is None or self._value == other

    def assert_is_compatible_with(self, other: Any) -> None:
        """`ValueError` unless both could be the same length."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> Dimension:
        """The length that is known of either; `ValueError` if they differ."""
        self.assert_is_compatible_with(other)
        return Dimension(dimension_value(other) if self._value is None else self._value)

    def __eq__(self, other: object) -> Any:
        try:
            wanted = Dimension(other)._value
        except (TypeError, ValueError):
            return NotImplemented
        return None if self._value is None or wanted is None else self._value == wanted

    def __ne__(self, other: object) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented or same is None else not same

    def __hash__(self) -> int:
        if self._value is None:
            raise TypeError("unhashable: a dimension of unknown length")
        return hash(self._value)

    def __int__(self) -> int:
        return self._value  # type: ignore[return-value]

    def __index__(self) -> int:
        return self._value  # type: ignore[return-value]

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return f"Dimension({self._value})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __reduce__(self) -> Any:
        return Dimension, (self._value,)


def _computed(compute: Callable[[int, int], Any], one: Any, other: Any) -> Any:
    values: list[Any] = [dimension_value(one), dimension_value(other)]
    return None if None in values else compute(*values)


def _operator(name: str) -> Callable[[Any, Any], Any]:
    return functools.partial(_computed, getattr(operator, name))


def _set_operators() -> None:
    """Puts arithmetic, with its mirror images, and comparisons into the class."""
    for name in ("add", "sub", "mul", "floordiv", "mod"):
        compute = _operator(name)
        setattr(Dimension, f"__{name}__", lambda a, b, do=compute: Dimension(do(a, b)))
        setattr(Dimension, f"__r{name}__", lambda a, b, do=compute: Dimension(do(b, a)))
    for name in ("lt", "le", "gt", "ge"):
        compute = _operator(name)
        setattr(Dimension, f"__{name}__", lambda a, b, do=compute: do(a, b))


_set_operators()
