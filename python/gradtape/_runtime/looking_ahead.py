"""Functions that are traced while Keras 3 looks which weights a layer has, before they are made.

Such a trace holds what the weights begin with as numbers: it goes on with these whatever becomes of
the weights, no gradient reaches them through it, and of other variables of Keras it changes none.

Invariant: what is noted is of one thread, and of the outermost look.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

Values = list[tuple[Any, Any]]  # variables, and what they begin with

_here = threading.local()  # `made`, what has been made in the look that is on
_Standing = Callable[[Values, list[Any]], AbstractContextManager[None]]
_standing: list[_Standing] = []


def tell(stand_for: _Standing) -> None:
    """Told what to enter for weights to be their first values, and for other variables to stay."""
    _standing.append(stand_for)


@contextmanager
def look() -> Iterator[None]:
    """Within, weights that are made are those that the look finds."""
    if is_on():
        yield
        return
    _here.made = []
    try:
        yield
    finally:
        _here.made = None


def is_on() -> bool:
    """Whether there is such a look."""
    return getattr(_here, "made", None) is not None


def note(values: Iterable[tuple[Any, Any]]) -> None:
    """These weights have been made, and begin with these values."""
    if is_on():
        _here.made.extend(values)


def made() -> Values:
    """Those that the look which is on has made until now."""
    return list(_here.made) if is_on() else []


def run(
    values: Values, variables: Iterable[Any], call: Callable[..., Any], *args: Any, **kwargs: Any
) -> Any:
    """The call for a trace that holds these values; it changes none of the variables."""
    with _standing[0](values, list(variables)):
        return call(*args, **kwargs)
