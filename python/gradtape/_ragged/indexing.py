"""`ragged[key]`: rows by number, slices of rows, slices within rows.

Invariant: an index picks flat values by one `gather`, so gradients flow through it.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.composites import Composite
from . import rows

if TYPE_CHECKING:
    from .._typing import Array


def item(ragged: Any, key: Any) -> Any:
    """The entry, row or part of `ragged` that `key` names.

    `IndexError` for a row that does not exist, `ValueError` for a number in a ragged
    dimension, where it could mean different things in different rows.
    """
    keys = list(key) if isinstance(key, (tuple, list)) else [key]
    return _select(ragged, [_plain(k) for k in keys])


def _plain(key: Any) -> Any:
    if isinstance(key, slice):
        parts = [None if p is None else int(p) for p in (key.start, key.stop, key.step)]
        return slice(*parts)
    if key is None or key is Ellipsis:
        return key
    try:
        return operator.index(key)
    except TypeError:
        raise TypeError(
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
            f"tf.int32/tf.int64 tensors are valid indices, got {key!r}"
        ) from None


def _select(ragged: Any, keys: list[Any]) -> Any:
    if not keys:
        return ragged
    if _core.is_tensor(ragged):
        return ragged[tuple(keys)]
    first, rest = keys[0], keys[1:]
    if first is Ellipsis:
        missing = ragged.shape.rank - len(rest)
        return _select(ragged, [slice(None)] * missing + rest)
    if first is None:
        whole = type(ragged)(ragged, np.array([0, len(ragged)]), ragged._splits_dtype, len(ragged))
        return _select(whole, [slice(None), *rest]) if rest else whole
    if isinstance(first, int):
        return _select(_row(ragged, first), rest)
    picked = take_rows(ragged, np.arange(len(ragged))[first])
    return _within(picked, rest) if rest else picked


def _row(ragged: Any, number: int) -> Any:
    count = len(ragged)
    if not -count <= number < count:
        raise IndexError(f"Row key {number} out of bounds")
    start, end = ragged._splits[number % count], ragged._splits[number % count + 1]
    return ragged._values[int(start) : int(end)]


def take_rows(ragged: Any, numbers: Array) -> Any:
    """The rows with these numbers, in this order."""
    starts, lengths = ragged._splits[:-1][numbers], np.diff(ragged._splits)[numbers]
    at = rows.positions(starts, lengths)
    return ragged._like(_take(ragged._values, at), rows.splits_of_lengths(lengths), ragged._uniform)


def _take(values: Any, at: Array) -> Any:
    return take_rows(values, at) if isinstance(values, Composite) else _core.gather(values, at)


def _within(ragged: Any, keys: list[Any]) -> Any:
    """The same keys applied to every row."""
    first, rest = keys[0], keys[1:]
    if first is Ellipsis:
        missing = len(ragged.shape) - 1 - len(rest)
        return _within(ragged, [slice(None)] * missing + rest) if missing + len(rest) else ragged
    if isinstance(first, slice):
        return _sliced(ragged, first, rest)
    if first is None:
        single = np.arange(len(ragged) + 1)
        apart = type(ragged)(ragged, single, ragged._splits_dtype, 1)
        return _select(apart, [slice(None), slice(None), *rest]) if rest else apart
    if ragged._uniform is None:
        raise ValueError("Cannot index into an inner ragged dimension.")
    at = ragged._splits[:-1] + first % max(ragged._uniform, 1)
    return _select(_take(ragged._values, at), [slice(None), *rest] if rest else [])


def _sliced(ragged: Any, part: slice, rest: list[Any]) -> Any:
    pairs = zip(ragged._splits[:-1].tolist(), np.diff(ragged._splits).tolist(), strict=True)
    chosen = [start + np.arange(length)[part] for start, length in pairs]
    at = np.concatenate(chosen) if chosen else np.zeros(0, np.int64)
    lengths = np.array([len(c) for c in chosen], np.int64)
    uniform = None if ragged._uniform is None else len(range(ragged._uniform)[part])
    values = _take(ragged._values, at.astype(np.int64))
    picked = ragged._like(values, rows.splits_of_lengths(lengths), uniform)
    return picked.with_values(_select(picked._values, [slice(None), *rest])) if rest else picked
