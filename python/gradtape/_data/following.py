"""Streams whose elements depend on those before: scans, the unique ones, what did not fail."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import errors
from .._structure import nest
from . import elements
from .rearranging import Rearranged
from .stream import UNKNOWN_CARDINALITY, Stream
from .transforming import Over


class Scan(Over):
    """Outputs of `state, output = function(state, element)`."""

    def __init__(self, source: Stream, initial_state: Any, function: Callable[..., Any]) -> None:
        super().__init__(source, function)
        self._initial = elements.as_columns(initial_state)
        self._known_spec: Any = None

    def elements(self) -> Iterator[Any]:
        state, function = self._initial, self._function.of_pass()
        for element in self._source.elements():
            state, output = self._stepped(state, function(state, element))
            yield output

    def traced(self) -> Scan:
        self._function.trace(lambda: (self._initial, self._source.example()))
        return self

    def example(self) -> Any:
        pair = self._function.of_example(self._initial, self._source.example())
        return self._stepped(self._initial, pair)[1]

    def _stepped(self, state: Any, pair: Any) -> tuple[Any, Any]:
        """The new state and the output, as the function has returned them for a state."""
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise TypeError(
                "Invalid `scan_func`. `scan_func` should return a pair consisting of new state and "
                f"the output value but its return type is {type(pair)}."
            )
        new, output = elements.as_part(pair[0]), elements.as_part(pair[1])
        for before, after in zip(nest.flatten(state), nest.flatten(new), strict=True):
            if before.dtype != after.dtype:
                raise TypeError(
                    "Invalid `scan_func`. The element types for the new state must match the "
                    f"initial state. Expected {before.dtype!r}, got {after.dtype!r}."
                )
        return new, output

    def spec(self) -> Any:
        if self._known_spec is None:
            with self._function.looking():
                zeros = elements.probe(self._source.spec(), 1)
                pair = self._function.of_pass()(self._initial, zeros)
                self._known_spec = elements.spec_of(self._stepped(self._initial, pair)[1])
        return self._known_spec

    def cardinality(self) -> int:
        return self._source.cardinality()


class Unique(Rearranged):
    """Each element the first time it comes."""

    def __init__(self, source: Stream) -> None:
        super().__init__(source)
        specs = nest.flatten(source.spec())
        if len(specs) != 1:
            raise errors.InvalidArgumentError(
                None, None, "UniqueDataset only supports inputs with a single component."
            )
        if specs[0].dtype.name not in ("int32", "int64", "string"):
            raise TypeError(
                f"`tf.data.Dataset.unique` does not support type {specs[0].dtype!r} -- only "
                "`tf.int32`, `tf.int64`, and `tf.string` are supported."
            )

    def elements(self) -> Iterator[Any]:
        seen = set()
        for element in self._source.elements():
            (tensor,) = nest.flatten(element)
            values = np.asarray(tensor.numpy(), object)
            key = (values.shape, *values.ravel().tolist())
            if key not in seen:
                seen.add(key)
                yield element

    def cardinality(self) -> int:
        return UNKNOWN_CARDINALITY


class IgnoreErrors(Rearranged):
    """The elements that could be computed."""

    def __init__(self, source: Stream, log_warning: bool) -> None:
        super().__init__(source)
        self._log_warning = log_warning

    def elements(self) -> Iterator[Any]:
        source = iter(self._source.elements())
        while True:
            try:
                element = next(source)
            except StopIteration:
                return
            except Exception as error:
                if self._log_warning:
                    logging.getLogger("tensorflow").warning("Error raised with error: %s", error)
                continue
            yield element

    def cardinality(self) -> int:
        return UNKNOWN_CARDINALITY


class Asserted(Rearranged):
    """The same elements, of which there must be so many."""

    title = "_AssertCardinalityDataset"

    def __init__(self, source: Stream, expected: int) -> None:
        super().__init__(source)
        self._expected = expected

    def elements(self) -> Iterator[Any]:
        count = 0
        for element in self._source.elements():
            count += 1
            if count > self._expected >= 0:
                raise self._refused("more")
            yield element
        if count != self._expected and self._expected >= -1:
            raise self._refused(str(count))

    def _refused(self, found: str) -> errors.FailedPreconditionError:
        return errors.FailedPreconditionError(
            None,
            None,
            f"Input dataset was expected to contain {self._expected} elements but contained only "
            f"{found} elements."
            if found != "more"
            else f"Input dataset was expected to contain {self._expected} elements but contained "
            "more.",
        )

    def cardinality(self) -> int:
        return self._expected
