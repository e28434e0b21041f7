"""Datasets that call a function on elements: map, filter, take_while, flat_map; and reduce."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import _core
from .._structure import nest
from . import elements
from .dataset import Dataset


class _Over(Dataset):
    """A dataset over another one and a function."""

    def __init__(self, source: Dataset, function: Callable[..., Any]) -> None:
        if not callable(function):
            raise ValueError(
                f"Argument `func` must be a callable. Received func={function} (of type "
                f"{type(function)})"
            )
        self._source = source
        self._function = function

    def _spec(self) -> Any:
        return self._source._spec()

    def _mapped(self) -> Iterator[tuple[Any, Any]]:
        """Pairs of an element and the function's value."""
        for element in self._source._elements():
            yield element, elements.apply(self._function, element)


class _MapDataset(_Over):
    """The values of a function."""

    _known_spec: Any = None

    def _elements(self) -> Iterator[Any]:
        for _, value in self._mapped():
            yield elements.as_element(value)

    def _spec(self) -> Any:
        if self._known_spec is None:
            with _core.stop_recording_all():
                self._known_spec = self._found_spec()
        return self._known_spec

    def _found_spec(self) -> Any:
        spec = self._source._spec()
        try:
            one, two = (self._spec_for(elements.probe(spec, size)) for size in (1, 2))
        except Exception:  # a function that cannot take zeros is shown real data
            return elements.spec_of(next(self._elements()))
        return elements.common_spec(one, two)

    def _spec_for(self, element: Any) -> Any:
        return elements.spec_of(elements.as_element(elements.apply(self._function, element)))

    def _cardinality(self) -> int:
        return self._source._cardinality()


class _FilterDataset(_Over):
    """The elements for which a predicate holds."""

    def _elements(self) -> Iterator[Any]:
        for element, keep in self._mapped():
            if _truth(keep):
                yield element


class _TakeWhileDataset(_Over):
    """The elements before a predicate fails."""

    def _elements(self) -> Iterator[Any]:
        for element, keep in self._mapped():
            if not _truth(keep):
                return
            yield element


def _truth(keep: Any) -> bool:
    tensor = _core.convert_to_tensor(keep)
    if tensor.dtype != _core.bool or tensor.shape.rank != 0:
        spec = elements.spec_of(tensor)
        raise ValueError(
            "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its "
            "return "
            f"type is {spec}."
        )
    return bool(tensor)


class _FlatMapped(_Over):
    """The elements of the datasets that a function returns."""

    def _elements(self) -> Iterator[Any]:
        for _, dataset in self._mapped():
            yield from _required(dataset)._elements()

    def _spec(self) -> Any:
        with _core.stop_recording_all():
            first = next(self._mapped())[1]
        return _required(first)._spec()


def _required(dataset: Any) -> Dataset:
    if not isinstance(dataset, Dataset):
        raise TypeError(f"`map_func` must return a `Dataset` object. Got {type(dataset)}.")
    return dataset


def reduce(dataset: Dataset, initial_state: Any, reduce_func: Callable[[Any, Any], Any]) -> Any:
    """See `Dataset.reduce`."""
    state = nest.map_structure(_core.convert_to_tensor, initial_state)
    dtypes = [tensor.dtype for tensor in nest.flatten(state)]
    for element in dataset:
        state = elements.as_element(reduce_func(state, element))
        nest.assert_same_structure(initial_state, state, check_types=False)
        found = [tensor.dtype for tensor in nest.flatten(state)]
        if found != dtypes:
            raise TypeError(
                "The element types for the new state must match the initial state. Expected "
                f"{dtypes}; got {found}."
            )
    return nest.pack_sequence_as(initial_state, nest.flatten(state))
