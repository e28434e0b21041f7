"""Streams that gather elements by a key, or batch batches anew."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any

from .. import _core, errors
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from . import elements
from .functions import Function
from .listed import Variant
from .showing import regrouped
from .stream import UNKNOWN_CARDINALITY, Stream
from .transforming import Over


class GroupByWindow(Over):
    """What a function makes of the elements with the same key, so many of them at a time."""

    def __init__(
        self,
        source: Stream,
        key: Callable[..., Any],
        reduce: Callable[[Any, Stream], Stream],
        size: Callable[[Any], int],
    ) -> None:
        super().__init__(source, key)
        self._reduce, self._size = Function(reduce), Function(size)

    def traced(self) -> GroupByWindow:
        super().traced()
        self._reduce.trace(self._example_of_window)
        self._size.trace(lambda: (_ANY_KEY,))
        return self

    def _example_of_window(self) -> tuple[Any, Stream]:
        return _ANY_KEY, Variant([self._source.example()], self._source.spec())

    def example(self) -> Any:
        found: Stream = self._reduce.of_example(*self._example_of_window())
        return found.example()

    def elements(self) -> Iterator[Any]:
        key_of, size, reduced = self._applied(), self._size.of_pass(), self._reducing()
        groups: dict[int, list[Any]] = {}
        sizes: dict[int, int] = {}
        for element in self._source.elements():
            key = _key(key_of(element))
            group = groups.setdefault(key, [])
            group.append(element)
            if key not in sizes:
                sizes[key] = size(_core.constant(key, dtype=_core.int64))
            if len(group) >= sizes[key]:
                yield from reduced(key, groups.pop(key)).elements()
                del sizes[key]
        for key in sorted(groups):
            yield from reduced(key, groups[key]).elements()

    def _reducing(self) -> Callable[[int, list[Any]], Stream]:
        """What makes a stream of a key and its elements, in one pass."""
        function, spec = self._reduce.of_pass(), self._source.spec()
        return lambda key, group: function(
            _core.constant(key, dtype=_core.int64), Variant(group, spec)
        )

    def spec(self) -> Any:
        with self._reduce.looking(), self._function.looking():
            first = next(iter(self._source.elements()))
            return self._reducing()(_key(self._applied()(first)), [first]).spec()


_ANY_KEY = _core.constant(0, dtype=_core.int64)


def _key(found: Any) -> int:
    key = _core.convert_to_tensor(found, _core.int64)
    if key.shape.rank != 0:
        raise ValueError(
            "Invalid `key_func`. `key_func` must return a single `tf.int64` scalar tensor but "
            f"its return type is {elements.spec_of(key)}."
        )
    return int(key)


class Rebatch(Stream):
    """The rows of batches in batches of other sizes, which come in turn."""

    def __init__(self, source: Stream, sizes: list[int], drop_remainder: bool) -> None:
        if any(spec.shape.rank == 0 for spec in nest.flatten(source.spec())):
            raise ValueError(
                "Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a dataset "
                "with scalar elements. Fix the issue by adding the `batch` transformation to the "
                "dataset."
            )
        self._source, self._sizes, self._drop_remainder = source, sizes, drop_remainder

    def elements(self) -> Iterator[Any]:
        rest: list[Any] = []  # the columns of rows that wait
        turn = 0
        like = None
        for like in self._source.elements():
            columns = nest.flatten(like)
            rest = [_core.concat([a, b], 0) for a, b in zip(rest, columns)] if rest else columns
            while rest[0].shape[0] >= self._sizes[turn]:
                size = self._sizes[turn]
                yield nest.pack_sequence_as(like, [column[:size] for column in rest])
                rest = [column[size:] for column in rest]
                turn = (turn + 1) % len(self._sizes)
        if rest and rest[0].shape[0] and not self._drop_remainder:
            yield nest.pack_sequence_as(like, rest)

    def example(self) -> Any:
        return regrouped(self, self._source)

    def spec(self) -> Any:
        specs = self._source.spec()
        known = len(set(self._sizes)) == 1 and (self._drop_remainder or self._divides(specs))
        size = self._sizes[0] if known else None
        return nest.map_structure(
            lambda spec: TensorSpec([size, *spec.shape.as_list()[1:]], spec.dtype), specs
        )

    def _divides(self, specs: Any) -> bool:
        """Whether each batch is known to be cut without a rest."""
        given = {spec.shape[0] for spec in nest.flatten(specs) if spec.shape.rank} - {None}
        return len(given) == 1 and given.pop() % self._sizes[0] == 0

    def cardinality(self) -> int:
        count = self._source.cardinality()
        return count if count == -1 else UNKNOWN_CARDINALITY


def bucket_of(length: int, boundaries: list[Any]) -> Any:
    """The number of the bucket for a length: how many boundaries are not above it."""
    return _core.constant(bisect_right([int(b) for b in boundaries], length), dtype=_core.int64)


def to_boundary(spec: TensorSpec, shapes: Any, key: int, boundaries: list[Any]) -> Any:
    """Shapes to pad to in which sizes that are not known are the longest length of a bucket."""
    if key == len(boundaries):
        raise errors.InvalidArgumentError(
            None,
            None,
            "When pad_to_bucket_boundary=True, elements must have length < "
            f"max(bucket_boundaries) = {boundaries[-1] if boundaries else 0}.",
        )
    longest = int(boundaries[key]) - 1

    def known(one: _core.TensorShape) -> list[int]:
        return [longest if size is None else size for size in one.as_list()]

    if shapes is None:
        return nest.map_structure(lambda one: known(one.shape), spec)
    return nest.map_structure(lambda one: known(_core.TensorShape(one)), _shapes(shapes))


def _shapes(value: Any) -> Any:
    """A structure of shapes whose lists are shapes."""
    if isinstance(value, dict):
        return {key: _shapes(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(_shapes(part) for part in value)
    return _core.TensorShape(value)
