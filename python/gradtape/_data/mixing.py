"""What datasets that mix others, or draw, are made with: weights, numbers, names of files."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from .. import _core, errors
from .._io.files import matching_files
from .._structure.tensor_spec import TensorSpec
from .choosing import Choose, check_weights
from .shuffling import Orders, words
from .stream import INFINITE_CARDINALITY, Stream, stream_of

_NO_DATASET = "Expected a `tf.data.Dataset`, got an object of type {}."


class Random(Stream):
    """Endless random numbers, TensorFlow's for a seed."""

    def __init__(self, seed: int | None, anew: bool) -> None:
        self._orders = Orders(seed, anew)

    def elements(self) -> Iterator[Any]:
        return (_core.constant(word, dtype=_core.int64) for word in self.words())

    def words(self) -> Iterator[int]:
        """A new pass, as Python's numbers."""
        yield from words(self._orders.seeds())

    def spec(self) -> Any:
        return TensorSpec([], _core.int64)

    def cardinality(self) -> int:
        return INFINITE_CARDINALITY


class Chosen(Random):
    """Numbers of streams, drawn by weights: two random numbers are the seeds of each draw."""

    def __init__(self, weights: _core.Tensor | Stream, seed: int | None, anew: bool) -> None:
        super().__init__(seed, anew)
        self._weights = weights

    def elements(self) -> Iterator[Any]:
        found = self.words()
        for weights in self._each():
            pair = _core.constant([next(found), next(found)], dtype=_core.int64)
            yield _core.stateless_categorical(_core.log(weights)[None], 1, pair)[0, 0]

    def _each(self) -> Iterator[_core.Tensor]:
        if isinstance(self._weights, Stream):
            return map(_checked, self._weights.elements())
        return itertools.repeat(self._weights)


def sampled(datasets: Any, weights: Any, seed: int | None, anew: bool, stop: bool) -> Stream:
    """Elements of datasets, drawn by weights.

    Those without a chance are left out: who waits for the others to end waits no longer.
    """
    streams = streams_in(datasets)
    drawn = getattr(weights, "_stream", None)
    if drawn is None:
        drawn = _checked([1.0] * len(streams) if weights is None else weights, len(streams))
        kept = [number for number, weight in enumerate(drawn.numpy()) if weight > 0]
        streams, drawn = [streams[number] for number in kept], _core.gather(drawn, kept)
        if len(streams) == 1:
            return streams[0]
    return Choose(streams, Chosen(drawn, seed, anew), stop)


def _checked(weights: Any, count: int | None = None) -> _core.Tensor:
    listed = _core.convert_to_tensor(weights)
    if listed.shape.rank != 1 or count not in (None, listed.shape[0]):
        raise ValueError(
            "Invalid `weights`. `weights` should have the same length as `datasets` but got "
            f"`len(weights)={listed.shape.as_list()}` vs. `len(datasets)={count}`."
        )
    check_weights(listed.numpy())
    return listed if listed.dtype.is_floating else _core.cast(listed, _core.float32)


def streams_in(datasets: Any) -> list[Stream]:
    """The streams of some datasets."""
    streams = [stream_of(one, _NO_DATASET) for one in datasets]
    if not streams:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    return streams


def numbers_of(dataset: Any) -> Stream:
    """The stream of a dataset of int64 scalars."""
    stream = stream_of(dataset, _NO_DATASET)
    spec = stream.spec()
    is_whole = isinstance(spec, TensorSpec) and spec.dtype == _core.int64
    if not (is_whole and spec.shape.rank in (0, None)):
        raise TypeError(
            "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` "
            f"tensors but are {spec}."
        )
    return stream


def matching(pattern: Any) -> Any:
    """The names of files that match; `InvalidArgumentError` if there are none."""
    found = matching_files(pattern)
    if found.shape[0] == 0:
        shown = _core.convert_to_tensor(pattern, _core.string).numpy()
        raise errors.InvalidArgumentError(None, None, f"No files matched pattern: {shown}")
    return found
