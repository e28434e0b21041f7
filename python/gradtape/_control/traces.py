"""The random streams of a function, by what TensorFlow would trace it for.

Invariant: calls that TensorFlow would answer with one trace share their streams.
"""

from __future__ import annotations

import itertools
import weakref
from typing import Any

from .. import _core
from .._runtime import inside
from .._structure import nest

_numbers = itertools.count()
_MOST = 1024  # traces that are kept: a function of ever new numbers has one for each


class Traces:
    """What has been traced of a function: of a method, for each instance."""

    def __init__(self, on_tape: bool = False, relaxes: bool = False) -> None:
        self.on_tape = on_tape  # whether it asks for gradients of what it computes
        self.is_new = True  # until the first call
        self.relaxes = relaxes  # whether a second shape of an argument stands for all
        self._signatures: Any = None
        self._number = next(_numbers)
        self._known: dict[Any, Any] = {}
        self._instances: Any = None

    def __reduce__(self) -> Any:
        """A copy of the function begins with traces of its own."""
        return Traces, (self.on_tape, self.relaxes)

    def put_on_tape(self) -> None:
        """The function has been stopped, and begins again."""
        self.on_tape = True
        self._known.clear()

    def of(self, instance: Any) -> Traces:
        """Those of the method of an instance."""
        if self._instances is None:
            self._instances = weakref.WeakKeyDictionary()
        try:
            return self._instances.setdefault(instance, Traces(self.on_tape, self.relaxes))
        except TypeError:  # it has no hash, or nothing may refer to it weakly
            fresh = Traces(self.on_tape, self.relaxes)
            return self._known.setdefault(("instance", id(instance)), fresh)

    @property
    def signatures(self) -> Any:
        """What it has been called with."""
        if self._signatures is None:
            from .signatures import Signatures  # here: it needs `inspect`, which takes long

            self._signatures = Signatures(self.relaxes)
        return self._signatures

    def streams(self, given: Any, outer: Any = None, place: int | None = None) -> Any:
        """The streams for these arguments, or for all if they are None.

        Within `outer`, the streams of a function that calls this one, each place of a call has its
        own, whatever the sizes of its arguments: in the one trace of `outer` they may be unknown.
        Under a tape TensorFlow runs another function than without: the one that keeps what the
        gradient needs.
        """
        if outer is not None:
            known: dict[Any, Any] = outer.children.setdefault(self._number, {})
            key: Any = place
        else:
            known = self._known
            looks = None if given is None else tuple(map(_looks, nest.flatten(given)))
            key = inside.is_taped(), looks
        if key not in known:
            if len(known) > _MOST:
                known.clear()
            known[key] = _core.RandomStreams()
        return known[key]


def _looks(leaf: Any) -> Any:
    """What a trace knows of an argument: shape and dtype of a tensor, the value of a number."""
    if isinstance(leaf, _core.Tensor):
        return tuple(leaf.shape.as_list()), leaf.dtype.name
    if isinstance(leaf, (bool, int, float, str, bytes, type(None))):
        return type(leaf), leaf
    return id(leaf)
