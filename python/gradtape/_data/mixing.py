"""What datasets that mix others, or draw, are made with: weights, numbers, names of files."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import _core, errors
from .._io.files import matching_files
from .._structure.tensor_spec import TensorSpec
from .choosing import checked_weights
from .shuffling import Draws as Draws
from .stream import INFINITE_CARDINALITY, Stream, stream_of

_NO_DATASET = "Expected a `tf.data.Dataset`, got an object of type {}."


class Random(Stream):
    """Endless random numbers."""

    def __init__(self, seed: int | None, anew: bool) -> None:
        self._draws = Draws(seed, anew)

    def elements(self) -> Iterator[Any]:
        generator = self._draws.generator()
        while True:
            for number in generator.integers(2**32, size=256).tolist():
                yield _core.constant(number, dtype=_core.int64)

    def spec(self) -> Any:
        return TensorSpec([], _core.int64)

    def cardinality(self) -> int:
        return INFINITE_CARDINALITY


class Weights:
    """The weights of each draw, as probabilities."""

    def __init__(self, weights: Any, count: int) -> None:
        self._stream = getattr(weights, "_stream", None)
        if self._stream is None:
            listed = [1.0] * count if weights is None else _core.convert_to_tensor(weights).numpy()
            if len(listed) != count:
                raise ValueError(
                    "Invalid `weights`. `weights` should have the same length as `datasets` but "
                    f"got `len(weights)={len(listed)}` vs. `len(datasets)={count}`."
                )
            self._fixed = checked_weights(listed)

    def __call__(self) -> Iterator[np.ndarray]:
        if self._stream is None:
            return itertools.repeat(self._fixed)
        return (checked_weights(one.numpy()) for one in self._stream.elements())


def streams_in(datasets: Any) -> list[Stream]:
    """The streams of some datasets."""
    streams = [stream_of(one, _NO_DATASET) for one in datasets]
    if not streams:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    return streams


def numbers_of(dataset: Any) -> Callable[[], Iterator[int]]:
    """The numbers in a dataset of int64 scalars."""
    stream = stream_of(dataset, _NO_DATASET)
    spec = stream.spec()
    if not (isinstance(spec, TensorSpec) and spec.dtype == _core.int64 and spec.shape.rank == 0):
        raise TypeError(
            "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` "
            f"tensors but are {spec}."
        )
    return lambda: map(int, stream.elements())


def matching(pattern: Any) -> Any:
    """The names of files that match; `InvalidArgumentError` if there are none."""
    found = matching_files(pattern)
    if found.shape[0] == 0:
        shown = _core.convert_to_tensor(pattern, _core.string).numpy()
        raise errors.InvalidArgumentError(None, None, f"No files matched pattern: {shown}")
    return found
