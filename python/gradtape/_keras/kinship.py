"""Classes that count as others in Keras: `isinstance(SpatialDropout1D(0.5), Dropout)`.

There they inherit; here they share no arguments, and so only say it. Invariant: what is said of a
class holds for what inherits from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .._runtime.versions import is_keras_2_asked_for

Kind = TypeVar("Kind", bound=type)


class Kinship(type):
    """Metaclass of a class that others may count as."""

    def __subclasscheck__(cls, kind: type) -> bool:
        if super().__subclasscheck__(kind):
            return True
        said: list[tuple[type, bool]] = cls.__dict__.get("_counted", [])
        return any(
            issubclass(kind, one) and (is_keras_2_asked_for() or not only_in_2)
            for one, only_in_2 in said
        )

    def __instancecheck__(cls, instance: Any) -> bool:
        return super().__instancecheck__(instance) or cls.__subclasscheck__(type(instance))


def counts_as(*kinds: Any, only_in_2: bool = False) -> Callable[[Kind], Kind]:
    """Decorator of a class that counts as others, or does in Keras 2 alone.

    >>> from gradtape._keras.kinship import Kinship, counts_as
    >>> class Bird(metaclass=Kinship):
    ...     pass
    >>> @counts_as(Bird)
    ... class Penguin:
    ...     pass
    >>> isinstance(Penguin(), Bird), issubclass(int, Bird)
    (True, False)
    """

    def say(kind: Kind) -> Kind:
        for other in kinds:
            if "_counted" not in other.__dict__:
                other._counted = []
            other._counted.append((kind, only_in_2))
        return kind

    return say
