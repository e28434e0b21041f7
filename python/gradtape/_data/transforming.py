"""Streams that call a function on elements: map, filter, take_while, flat_map; and reduce."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator as Source
from typing import Any

from .. import _core
from .._control.objects import objects_read
from .._runtime import once
from .._structure import nest
from . import composed, elements
from .functions import Function
from .iterator import Iterator
from .loops import bodies
from .printed_arguments import by_name
from .stream import Stream


class Over(Stream):
    """A stream over another one and a function."""

    def __init__(self, source: Stream, function: Callable[..., Any]) -> None:
        if not callable(function):
            raise ValueError(
                f"Argument `func` must be a callable. Received func={function} (of type "
                f"{type(function)})"
            )
        self._source = source
        self._function = Function(function)

    def spec(self) -> Any:
        return self._source.spec()

    def traced(self) -> Over:
        """The same, whose functions have been traced."""
        self._function.trace(
            lambda: elements.spread(self._source.example()),
            lambda: elements.spread(self._source.spec()),
        )
        return self

    def _applied(self) -> Callable[[Any], Any]:
        """The function of an element, for one pass."""
        function = self._function.of_pass()
        return lambda element: elements.apply(function, element)

    def _of_example(self) -> Any:
        """What the function makes of an example."""
        return self._function.of_example(*elements.spread(self._source.example()))

    def example(self) -> Any:
        return self._source.example()


class Map(Over):
    """The values of a function."""

    _known_spec: Any = None

    def elements(self) -> Source[Any]:
        # An iterator that goes on behind an element whose function failed, as no generator does.
        return map(self._value(), self._source.elements())

    def _value(self) -> Callable[[Any], Any]:
        """What is made of an element in one pass."""
        applied = self._applied()
        return lambda element: elements.as_element(applied(element))

    def spec(self) -> Any:
        if self._known_spec is None:
            with self._function.looking():
                self._known_spec = self._found_spec()
        return self._known_spec

    def example(self) -> Any:
        return elements.as_element(self._of_example())

    def describe(self, spec: Any) -> None:
        """Elements are said to be so, and not asked what they are."""
        self._known_spec = spec

    def _found_spec(self) -> Any:
        spec = self._source.spec()
        kinds = [getattr(leaf, "dtype", None) for leaf in nest.flatten(spec)]  # windows have none
        if _core.string not in kinds:
            with contextlib.suppress(Exception):
                return self._probed(spec)
        # What cannot take zeros, or reads strings, is shown real data.
        given = list(itertools.islice(self._source.elements(), 2))
        if not given:
            return self._probed(spec)
        found = [self._spec_for(one) for one in given]
        with contextlib.suppress(Exception):  # and how many rows there are is open
            found.append(self._spec_for(elements.of_other_length(given[0], spec)))
        common = functools.reduce(elements.common_spec, found)
        return nest.map_structure(composed.open_spec, common)

    def _probed(self, spec: Any) -> Any:
        """The spec of what the function makes of elements that fit another spec."""
        one, two = (self._spec_for(elements.probe(spec, size)) for size in (1, 2))
        return elements.common_spec(one, two)

    def _spec_for(self, element: Any) -> Any:
        return elements.spec_of(self._value()(element))

    def cardinality(self) -> int:
        return self._source.cardinality()


class Filter(Over):
    """The elements for which a predicate holds."""

    def elements(self) -> Source[Any]:
        applied = self._applied()
        return filter(lambda element: truth(applied(element)), self._source.elements())


class TakeWhile(Over):
    """The elements before a predicate fails."""

    def elements(self) -> Source[Any]:
        applied = self._applied()
        for element in self._source.elements():
            if not truth(applied(element)):
                return
            yield element


def truth(keep: Any) -> bool:
    tensor = _core.convert_to_tensor(keep)
    if tensor.dtype != _core.bool or tensor.shape.rank != 0:
        spec = elements.spec_of(tensor)
        raise ValueError(
            "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its "
            f"return type is {spec}."
        )
    return bool(tensor)


class FlatMap(Over):
    """The elements of the streams that `stream_of` finds in the values of a function."""

    def __init__(
        self, source: Stream, function: Callable[..., Any], stream_of: Callable[[Any], Stream]
    ) -> None:
        super().__init__(source, function)
        self._stream_of = stream_of

    def elements(self) -> Source[Any]:
        applied = self._applied()
        for element in self._source.elements():
            yield from self._stream_of(applied(element)).elements()

    def spec(self) -> Any:
        spec = self._source.spec()
        with self._function.looking():
            try:
                found = [self._spec_for(elements.probe(spec, size)) for size in (1, 2)]
            except Exception:  # what cannot take zeros, or opens files, is shown real data
                for element in self._source.elements():
                    return self._spec_for(element)
                raise
        return elements.common_spec(*found)

    def _spec_for(self, element: Any) -> Any:
        return self._stream_of(self._applied()(element)).spec()

    def example(self) -> Any:
        return self._stream_of(self._of_example()).example()


def _first_shown(held: once.Once | None, step: functools.partial[Any], stream: Stream) -> Any:
    """The value of a step, whose arguments have names in what the first prints."""
    if held is None:
        return step()
    if held.has_run:
        return held.run(step)
    with by_name(step.args, lambda: (elements.spec_of(step.args[0]), stream.spec())):
        return held.run(step)


def reduce(stream: Stream, initial_state: Any, reduce_func: Callable[[Any, Any], Any]) -> Any:
    """See `Dataset.reduce`."""
    state = elements.as_columns(initial_state)
    as_state = elements.as_element if isinstance(state, tuple) else elements.as_part
    dtypes = [tensor.dtype for tensor in nest.flatten(state)]
    held = once.Once(objects=objects_read(reduce_func)) if once.is_held_back() else None
    for element in bodies(Iterator(stream)):
        step = functools.partial(reduce_func, state, element)
        before, state = state, as_state(_first_shown(held, step, stream))
        nest.assert_same_structure(before, state, check_types=False)
        found = [tensor.dtype for tensor in nest.flatten(state)]
        if found != dtypes:
            raise TypeError(
                "The element types for the new state must match the initial state. Expected "
                f"{dtypes}; got {found}."
            )
    return state
