"""`parse_example` and its kin: the features of serialized examples as tensors.

A batch of examples and a single one are read in the same way: `_rows` has the lists of values of
each, and a reader for each kind of feature makes a tensor of them.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .arguments import flat_strings, invalid, strings
from .feature_values import checked_dtype, joined, repeated, tensor, values_of
from .features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
    VarLenFeature,
)
from .messages import decode_error, message
from .ragged_parsing import read_ragged

if TYPE_CHECKING:
    from .._typing import Array, TensorLike


class Examples:
    """The examples of a batch, or a single one, as mappings from keys to features."""

    def __init__(self, maps: list[Any], names: list[str] | None, single: bool) -> None:
        self.maps = maps
        self.names = names
        self.single = single

    def rows(self, key: str, dtype: _core.DType) -> list[Any]:
        """The values of a feature in each example; None where there is none."""
        return [values_of(one.get(key), key, dtype) for one in self.maps]

    def name(self, place: int) -> str:
        """The name of an example as errors begin with it; nothing for a single one."""
        if self.single:
            return ""
        return f"Name: {'<unknown>' if self.names is None else self.names[place]}, "

    def leading(self) -> list[int]:
        """The axes before those of a feature."""
        return [] if self.single else [len(self.maps)]


def parse_single_example(
    serialized: TensorLike, features: Any, example_names: Any = None, name: str | None = None
) -> dict[str, Any]:
    """The features of one serialized `tf.train.Example` by key.

    `features` says what each is: a `FixedLenFeature`, a `VarLenFeature` (a `SparseTensor`), a
    `RaggedFeature` or a `FixedLenSequenceFeature`. `InvalidArgumentError` for an example that does
    not fit; `ImportError` without the extra `gradtape[records]`.

    >>> import gradtape as tf
    >>> value = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"label": value}))
    >>> features = {"label": tf.io.FixedLenFeature([], tf.int64)}
    >>> int(tf.io.parse_single_example(example.SerializeToString(), features)["label"])
    3
    """
    value = strings(serialized)
    if value.shape.rank != 0:
        raise ValueError("Input serialized must be a scalar")
    return parse_example(value, features, example_names)


def parse_example(
    serialized: TensorLike, features: Any, example_names: Any = None, name: str | None = None
) -> dict[str, Any]:
    """The features of a vector of serialized examples, as tensors with one row for each.

    See `parse_single_example`, which this is for a scalar.
    """
    if not features:
        raise ValueError("Invalid argument: features cannot be empty.")
    value = strings(serialized)
    if value.shape.rank not in (0, 1):
        shape = value.shape.as_list()
        raise invalid(f"Expected serialized to be a scalar or vector, got shape: {shape}")
    single = value.shape.rank == 0
    maps = _feature_maps(flat_strings(value))
    return read_all(Examples(maps, names_of(example_names), single), features)


def names_of(value: Any) -> list[str] | None:
    """The names of examples, which errors mention."""
    return None if value is None else [one.decode() for one in flat_strings(strings(value))]


def _feature_maps(data: list[bytes]) -> list[Any]:
    kind = message("Example", "tf.io.parse_example")
    error = decode_error()
    found = []
    for place, one in enumerate(data):
        try:
            found.append(kind.FromString(one).features.feature)
        except error:
            raise invalid(
                f"Could not parse example input, number {place}: no tf.train.Example"
            ) from None
    return found


def read_all(examples: Examples, features: Mapping[str, Any]) -> dict[str, Any]:
    """A tensor for each feature; those that are sparse come first, as in TensorFlow."""
    found = {}
    for sparse in (True, False):
        for key in sorted(features):
            feature = features[key]
            reader = _READERS.get(type(feature))
            if reader is None:
                raise ValueError(f"Invalid feature {key}:{feature}.")
            if isinstance(feature, (VarLenFeature, SparseFeature)) == sparse:
                found[key] = reader(examples, key, feature)
    return found


# --- Each kind of feature -------------------------------------------------------------------------


def _fixed(examples: Examples, key: str, feature: FixedLenFeature) -> _core.Tensor:
    dtype = checked_dtype(key, feature.dtype)
    shape = _known_shape(key, feature)
    count = math.prod(shape)
    rows = examples.rows(key, dtype)
    default = None if feature.default_value is None else _default(feature, dtype, shape)
    for place, row in enumerate(rows):
        if row is None:
            if default is None:
                raise invalid(
                    f"{examples.name(place)}Feature: {key} (data type: {dtype.name}) is required "
                    "but could not be found."
                )
            rows[place] = default
        elif len(row) != count:
            raise invalid(
                f"{examples.name(place)}Key: {key}.  Number of {dtype.name} values != expected.  "
                f"values size: {len(row)} but output shape: {shape}"
            )
    return tensor(joined(rows, dtype), dtype, [*examples.leading(), *shape])


def _known_shape(key: str, feature: Any) -> list[int]:
    shape = _core.TensorShape(feature.shape)
    if shape.rank is None or any(size is None for size in shape.as_list()):
        raise ValueError(
            f"First dimension of shape for feature {key} unknown. Consider using "
            f"FixedLenSequenceFeature. Received feature={feature}."
        )
    sizes: list[int] = shape.as_list()
    return sizes


def _default(feature: Any, dtype: _core.DType, shape: list[int]) -> Any:
    value = _core.reshape(_core.convert_to_tensor(feature.default_value, dtype), shape)
    return _core.reshape(value, [-1]).numpy().tolist()


def _sequence(examples: Examples, key: str, feature: FixedLenSequenceFeature) -> _core.Tensor:
    if not feature.allow_missing:
        raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
    dtype, shape = checked_dtype(key, feature.dtype), _known_shape(key, feature)
    size = max(math.prod(shape), 1)
    rows = [[] if row is None else row for row in examples.rows(key, dtype)]
    for row in rows:
        if len(row) % size:
            raise invalid(
                f"Error while parsing feature with key {key}: number of elements should be "
                f"divisible by {size}, found {len(row)} instead"
            )
    return padded(rows, feature, dtype, [*examples.leading(), -1, *shape])


def padded(rows: list[Any], feature: Any, dtype: _core.DType, shape: list[int]) -> _core.Tensor:
    """Lists as a tensor of a shape in which -1 is the longest one's length."""
    longest = max(map(len, rows), default=0)
    fill = feature.default_value
    if fill is None:
        fill = b"" if dtype == _core.string else 0
    elif dtype == _core.string:
        (fill,) = flat_strings(strings(fill))
    whole = [joined([row, repeated(fill, longest - len(row), dtype)], dtype) for row in rows]
    place = shape.index(-1)
    length = longest // max(math.prod(shape[place + 1 :]), 1)
    return tensor(joined(whole, dtype), dtype, [*shape[:place], length, *shape[place + 1 :]])


def _variable(examples: Examples, key: str, feature: VarLenFeature) -> Any:
    dtype = checked_dtype(key, feature.dtype)
    rows = [[] if row is None else row for row in examples.rows(key, dtype)]
    if examples.single:
        indices = np.arange(len(rows[0]), dtype=np.int64).reshape(-1, 1)
        return sparse(indices, rows[0], dtype, [len(rows[0])])
    return sparse_rows(rows, dtype)


def sparse_rows(rows: list[Any], dtype: _core.DType) -> Any:
    """Lists as a `SparseTensor` of two axes."""
    lengths = [len(row) for row in rows]
    places = [np.arange(length, dtype=np.int64) for length in lengths]
    numbers = np.repeat(np.arange(len(rows), dtype=np.int64), lengths)
    columns = np.concatenate([np.empty(0, np.int64), *places])
    indices = np.stack([numbers, columns], 1)
    return sparse(indices, joined(rows, dtype), dtype, [len(rows), max(lengths, default=0)])


def sparse(indices: np.ndarray, values: Array, dtype: _core.DType, shape: list[int]) -> Any:
    """A `SparseTensor`."""
    kind = sys.modules["gradtape"].SparseTensor  # found when it is needed: it loads its own room
    return kind(_core.constant(indices), tensor(values, dtype, [len(values)]), shape)


def _sparse_feature(examples: Examples, key: str, feature: SparseFeature) -> Any:
    listed = isinstance(feature.index_key, (list, tuple))
    keys = list(feature.index_key) if listed else [feature.index_key]
    sizes = [int(size) for size in (feature.size if listed else [feature.size])]
    dtype = checked_dtype(key, feature.dtype)
    columns = [examples.rows(one, _core.int64) for one in keys]
    values = examples.rows(feature.value_key, dtype)
    found, parts = [], []
    for place, row in enumerate(values):
        here = [np.empty(0, np.int64) if c[place] is None else c[place] for c in columns]
        row = [] if row is None else row
        if any(len(column) != len(row) for column in here):
            raise invalid(
                f"{examples.name(place)}Key: {key}.  Indices and values differ in number."
            )
        lead = [] if examples.single else [np.full(len(row), place, np.int64)]
        found.append(np.stack([*lead, *here], 1))
        parts.append(row)
    indices, flat = np.concatenate(found), joined(parts, dtype)
    if not feature.already_sorted:
        order = np.lexsort(indices.T[::-1])
        indices = indices[order]
        flat = [flat[place] for place in order] if isinstance(flat, list) else flat[order]
    return sparse(indices, flat, dtype, [*examples.leading(), *sizes])


_READERS: dict[type, Any] = {
    FixedLenFeature: _fixed,
    FixedLenSequenceFeature: _sequence,
    VarLenFeature: _variable,
    SparseFeature: _sparse_feature,
    RaggedFeature: read_ragged,
}
