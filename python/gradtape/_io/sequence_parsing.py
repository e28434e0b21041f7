"""`parse_sequence_example`: examples that have lists of features besides features."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _core
from .arguments import flat_strings, invalid, strings
from .feature_values import checked_dtype, joined, values_of
from .features import FixedLenSequenceFeature, VarLenFeature
from .messages import decode_error, message
from .parsing import Examples, names_of, padded, read_all, sparse, sparse_rows


def parse_single_sequence_example(
    serialized: Any,
    context_features: Any = None,
    sequence_features: Any = None,
    example_name: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The features of one serialized `tf.train.SequenceExample`: its context, and its lists.

    A list is a `FixedLenSequenceFeature` (a tensor with one row for each feature in it) or a
    `VarLenFeature` (a `SparseTensor`). Errors as in `parse_single_example`.
    """
    value = strings(serialized)
    if value.shape.rank != 0:
        raise ValueError("Input serialized must be a scalar")
    context, lists, _ = _parsed(value, context_features, sequence_features, example_name)
    return context, lists


def parse_sequence_example(
    serialized: Any,
    context_features: Any = None,
    sequence_features: Any = None,
    example_names: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The same of a vector of examples, and the lengths of the lists in each."""
    return _parsed(strings(serialized), context_features, sequence_features, example_names)


def _parsed(
    value: _core.Tensor, context: Any, sequences: Any, names: Any
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    if not context and not sequences:
        raise ValueError("Both `context_features` and `sequence_features` argument are None.")
    single = value.shape.rank == 0
    listed = names_of(names)
    found = _examples(flat_strings(value))
    maps = [one.context.feature for one in found]
    context_values = read_all(Examples(maps, listed, single), context or {})
    lists = Examples([one.feature_lists.feature_list for one in found], listed, single)
    values, lengths = {}, {}
    for key in sorted(sequences or {}):
        feature = sequences[key]
        if isinstance(feature, VarLenFeature):
            values[key] = _sparse_lists(lists, key, feature)
        elif isinstance(feature, FixedLenSequenceFeature):
            values[key], lengths[key] = _dense_lists(lists, key, feature)
        else:
            raise ValueError(f"Invalid feature {key}:{feature}.")
    return context_values, values, lengths


def _examples(data: list[bytes]) -> list[Any]:
    kind = message("SequenceExample", "tf.io.parse_sequence_example")
    try:
        return [kind.FromString(one) for one in data]
    except decode_error():
        raise invalid("Could not parse example input: no tf.train.SequenceExample") from None


def _features(lists: Examples, place: int, key: str, dtype: _core.DType) -> list[Any] | None:
    """The values of each feature in a list; None for no list."""
    if key not in lists.maps[place]:
        return None
    found = (values_of(one, key, dtype) for one in lists.maps[place][key].feature)
    return [[] if values is None else values for values in found]


def _dense_lists(
    lists: Examples, key: str, feature: FixedLenSequenceFeature
) -> tuple[_core.Tensor, _core.Tensor]:
    dtype = checked_dtype(key, feature.dtype)
    shape = _core.TensorShape(feature.shape).as_list()
    size = math.prod(shape)
    rows, lengths = [], []
    for place in range(len(lists.maps)):
        found = _features(lists, place, key, dtype)
        if found is None and not feature.allow_missing:
            raise invalid(
                f"{lists.name(place) or 'Name: <unknown>, '}Feature list '{key}' is required but "
                "could not be found.  Did you mean to include it in "
                "feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?"
            )
        for index, values in enumerate(found or []):
            if len(values) != size:
                raise invalid(
                    f"{lists.name(place) or 'Name: <unknown>, '}Key: {key}, Index: {index}.  "
                    f"Number of values != expected.  got {len(values)} for the shape {shape}"
                )
        rows.append(joined(found or [], dtype))
        lengths.append(len(found or []))
    value = padded(rows, feature, dtype, [*lists.leading(), -1, *shape])
    return value, _core.constant(lengths, dtype=_core.int64)


def _sparse_lists(lists: Examples, key: str, feature: VarLenFeature) -> Any:
    dtype = checked_dtype(key, feature.dtype)
    batch = [_features(lists, place, key, dtype) or [] for place in range(len(lists.maps))]
    if lists.single:
        return sparse_rows(batch[0], dtype)
    indices, flat = [], []
    for place, rows in enumerate(batch):
        for number, row in enumerate(rows):
            indices += [[place, number, column] for column in range(len(row))]
            flat.append(row)
    lengths = [len(row) for rows in batch for row in rows]
    shape = [len(batch), max(map(len, batch), default=0), max(lengths, default=0)]
    places = np.array(indices, np.int64).reshape(-1, 3)
    return sparse(places, joined(flat, dtype), dtype, shape)
