"""Runs of models on zeros, which make their weights where only the shape of inputs is told.

Invariant: a run leaves no trace but what building makes, neither in variables nor in the order of
random numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .. import _core
from .._runtime.drawn_seeds import DrawnSeeds, open_batches
from .._runtime.printed import silently
from .._structure import nest
from .asked_sizes import REFUSALS, at_sizes_asked_for, rows_asked_for
from .probes import SIZES, instead_of
from .seed_generator import held
from .stand_ins import in_general_position, stand_in

# For chains of windows and strides along one open dimension, as over a sound.
_SIZES_OF_SOUNDS = (1023, 4095)
_batch = {"rows": 1}  # how many examples there are


def run_on_zeros(run: Callable[[int], Any], shape: Any) -> Any:
    """`run` of the smallest size for what is open in `shape`, beside the batch, that it takes.

    The error is that for the smallest.
    """
    with held(), DrawnSeeds(), silently(), open_batches():
        try:
            return _run_on_zeros(run, shape)
        except REFUSALS as error:
            with in_general_position():
                return instead_of(error, lambda: _run_on_zeros(run, shape))


def _run_on_zeros(run: Callable[[int], Any], shape: Any) -> Any:
    if isinstance(shape, dict) or None not in list(shape)[1:]:
        try:
            return run(1)
        except REFUSALS as error:
            rows = rows_asked_for(error, 1)
            if rows is None:
                raise
            with _in_batches_of(rows):
                return instead_of(error, lambda: run(1))
    failed: Exception | None = None
    sizes = sorted(odd for odd, _ in SIZES)
    if list(shape)[1:].count(None) == 1:
        sizes += _SIZES_OF_SOUNDS
    for size in sizes:
        try:
            return run(size)
        except REFUSALS as error:
            failed = failed or error
    assert failed is not None
    return at_sizes_asked_for(run, failed, sizes[0])


@contextmanager
def _in_batches_of(rows: int) -> Iterator[None]:
    """Within, a batch of zeros is of so many."""
    before, _batch["rows"] = _batch["rows"], rows
    try:
        yield
    finally:
        _batch["rows"] = before


def zeros_for(shape: Any, dtype: _core.DType, size: int) -> Any:
    """A tensor of zeros, or a structure of them, for a shape or a structure of shapes.

    A batch of 1, or of as many as are asked for, and this size for None; other values where zeros
    will not do. None where one of several inputs has none.
    """
    if shape is None:
        return None
    if isinstance(shape, dict):
        return {key: zeros_for(inner, dtype, size) for key, inner in shape.items()}
    if isinstance(shape, (list, tuple)) and any(map(_is_shape, shape)):
        return type(shape)(zeros_for(inner, dtype, size) for inner in shape)
    opened = [_batch["rows"], *[size] * len(shape)]
    return stand_in([o if d is None else d for d, o in zip(shape, opened, strict=False)], dtype)


def _is_shape(value: Any) -> bool:
    return isinstance(value, _core.TensorShape) or nest.is_nested(value)
