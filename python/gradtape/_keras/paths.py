"""Where variables of Keras stand: the names of what is built around them, and their own.

Invariant: what is open on a thread is what the thread is building or calling for the first time,
outermost first; it has nothing to do with `tf.name_scope`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from .naming import of_scratch_graph


class _Open(threading.local):
    def __init__(self) -> None:
        self.owners: list[Any] = []
        self.left_out: int | None = None  # the place of an owner that paths do not lead through


_open = _Open()


@contextmanager
def inside(owner: Any) -> Iterator[None]:
    """Within, paths lead through `owner`, which has a name; once, however often it is entered.

    What an owner makes that stands in a chain has numbers of its own in its names with Keras 2.
    """
    owners = _open.owners
    if owners and owners[-1] is owner:
        yield
        return
    in_chain = bool(owners) and getattr(owners[-1], "_only_calls_layers", False)
    owner.__dict__.setdefault("_path", path_of(owner.name))
    owners.append(owner)
    try:
        with of_scratch_graph() if in_chain else nullcontext():
            yield
    finally:
        owners.pop()


@contextmanager
def of_parts_alone() -> Iterator[None]:
    """Within, paths do not lead through the first owner that is opened, only through its parts.

    So Keras 3 names the weights of a chain's layers that it has built before the chain is made.
    """
    before, _open.left_out = _open.left_out, len(_open.owners)
    try:
        yield
    finally:
        _open.left_out = before


def path_of(*names: str) -> str:
    """The path of what has these names, one in the other.

    >>> from gradtape._keras.paths import path_of
    >>> path_of("dense", "kernel")
    'dense/kernel'
    """
    through = [one.name for place, one in enumerate(_open.owners) if place != _open.left_out]
    return "/".join([*through, *names])
