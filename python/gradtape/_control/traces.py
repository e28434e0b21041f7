"""The random streams of a function, by what TensorFlow would trace it for.

Invariant: calls that TensorFlow would answer with one trace share their streams.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterator
from typing import Any

from .. import _core
from .._runtime import inside, modes_of_traces
from .._runtime.drawn_seeds import leaves_batches_open
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from .._structure.type_spec import TypeSpec

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
        self._sizes: list[Any] = []  # where it relaxes: what its traces know, the wider ones behind
        self._declared: list[Any] = []  # what traces know that a program has made for open sizes
        self._instances: Any = None
        self._modes: dict[Any, Any] = {}

    def __reduce__(self) -> Any:
        """A copy of the function begins with traces of its own."""
        return Traces, (self.on_tape, self.relaxes)

    def put_on_tape(self) -> None:
        """The function has been stopped, and begins again."""
        self.on_tape = True
        self.begin_again()

    def begin_again(self) -> None:
        """Nothing that has run was done."""
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
            looks = None if given is None else self._shared(looks_of(given))
            key = inside.is_taped(), self._answering(looks) if looks and self.relaxes else looks
        if key not in known:
            if len(known) > _MOST:
                known.clear()
            known[key] = _core.RandomStreams()
        return known[key]

    def declare(self, looks: tuple[Any, ...]) -> None:
        """There is a trace for these looks, which answers for what fits if nothing is nearer."""
        if looks not in self._declared and any(map(_leaves_open, looks)):
            self._declared.append(looks)

    def _shared(self, looks: tuple[Any, ...]) -> tuple[Any, ...]:
        """What the declared trace knows that answers for such arguments, if there is one."""
        if self._declared and not any((taped, looks) in self._known for taped in (False, True)):
            return next((one for one in self._declared if _are_within(looks, one)), looks)
        return looks

    def streams_for(self, looks: tuple[Any, ...]) -> Any:
        """The streams for arguments that look so: see `look_of`."""
        key = self._answering(looks) if self.relaxes else looks
        return self._known.get(key) or self._made(key)

    def in_mode(self, call: Any, given: Any) -> Any:
        """The call for these arguments, or for all if they are None, in the mode of its trace."""
        looks = () if given is None else looks_of(given)
        wider = tuple(map(_opened, looks))
        known = wider if leaves_batches_open() else looks
        return modes_of_traces.kept(self._modes, known, wider, call)

    def leaves_open(self, looks: tuple[Any, ...]) -> bool:
        """Whether the trace for arguments that look so leaves the first size of one open."""
        known = self._answering(looks) if self.relaxes else looks
        shapes = [one[0] for one in known if isinstance(one, tuple)]
        return any(shape[:1] == (None,) for shape in shapes if isinstance(shape, tuple))

    def _made(self, key: Any) -> Any:
        self._known[key] = streams = _core.RandomStreams()
        return streams

    def _answering(self, looks: tuple[Any, ...]) -> tuple[Any, ...]:
        """What the trace knows that answers for arguments that look so.

        Sizes that are new are left open in it where they differ from those of an earlier one.
        """
        if looks in self._sizes:
            return looks
        wider = looks
        for known in self._sizes:
            joined = _joined(looks, known)
            if joined == known:
                return known
            wider = looks if joined is None else joined
        if len(self._sizes) < _MOST:
            self._sizes.append(wider)
        return wider


def look_of(shape: Any, dtype: Any) -> tuple[Any, Any]:
    """What a trace knows of a tensor; an open size is None."""
    return tuple(shape), dtype


def looks_of(given: Any) -> tuple[Any, ...]:
    """What a trace knows of arguments, specs among them."""
    return tuple(_looks(nest.flatten(given)))


def _looks(leaves: list[Any]) -> Iterator[Any]:
    """What a trace knows of arguments, for data of their elements."""
    for leaf in leaves:
        element = getattr(leaf, "element_spec", None)
        if element is None:
            yield _look(leaf)
        else:
            yield type(leaf)
            yield from map(_look, nest.flatten(element))


def _look(leaf: Any) -> Any:
    """Shape and dtype of a tensor, the value of a number."""
    if isinstance(leaf, (_core.Tensor, TensorSpec)):
        shape = leaf.shape
        return look_of(() if shape.rank is None else shape.as_list(), leaf.dtype.name)
    if isinstance(leaf, (bool, int, float, str, bytes, type(None))):
        return type(leaf), leaf
    if isinstance(getattr(type(leaf), "_type_spec", None), property):
        leaf = leaf._type_spec
    return repr(leaf) if isinstance(leaf, TypeSpec) else id(leaf)


def _opened(look: Any) -> Any:
    """The same with the number of examples left open."""
    if isinstance(look, tuple) and isinstance(look[0], tuple) and look[0]:
        return look_of((None, *look[0][1:]), look[1])
    return look


def _leaves_open(look: Any) -> bool:
    """Whether it is that of tensors of several sizes."""
    return isinstance(look, tuple) and isinstance(look[0], tuple) and None in look[0]


def _are_within(looks: tuple[Any, ...], wider: tuple[Any, ...]) -> bool:
    """Whether the looks are the wider ones, or have sizes where those leave them open."""
    return len(looks) == len(wider) and all(
        one == other or _joined_look(one, other) == other
        for one, other in zip(looks, wider, strict=True)
    )


def _joined(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """The looks of both, with the sizes left open that differ; None where more than sizes does."""
    if len(one) != len(other):
        return None
    parts = [a if a == b else _joined_look(a, b) for a, b in zip(one, other, strict=True)]
    return None if None in parts else tuple(parts)


def _joined_look(one: Any, other: Any) -> Any:
    both = isinstance(one, tuple) and isinstance(other, tuple)
    if not both or not (isinstance(one[0], tuple) and isinstance(other[0], tuple)):
        return None
    if one[1] != other[1] or len(one[0]) != len(other[0]):
        return None
    return tuple(a if a == b else None for a, b in zip(one[0], other[0], strict=True)), one[1]
