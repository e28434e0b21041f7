"""Bodies of loops in functions: TensorFlow traces a body once, whatever the number of turns.

So a later turn prints nothing, and draws what the first one drew. Where a function runs again that
drew nothing when it was traced, there is nothing to hold back besides. Invariant: between turns,
and behind the loop, generators stand where the first turn left them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .bodies_of_loops import body_of_loop


def turns(items: Iterable[Any]) -> Iterator[Any]:
    """The items of a loop whose body runs between them."""
    body = body_of_loop()
    if body is None:
        yield from items
        return
    for item in items:
        body.begin()
        try:
            yield item
        finally:
            body.end()


def of_turns(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is the body of a loop, or asks whether it goes on."""
    body = body_of_loop()
    if body is None:
        return function

    def turn(*args: Any) -> Any:
        body.begin()
        try:
            return function(*args)
        finally:
            body.end()

    return turn
