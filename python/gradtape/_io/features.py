"""How the features of an example are to be read."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import _core


class FixedLenFeature(NamedTuple):
    """A feature of a fixed shape; without a `default_value` each example must have it."""

    shape: Any
    dtype: Any
    default_value: Any = None


class VarLenFeature(NamedTuple):
    """A feature of any length: a `SparseTensor`."""

    dtype: Any


class FixedLenSequenceFeature(NamedTuple):
    """A feature that is a list of values of a fixed shape: a tensor with one more axis.

    Shorter lists of a batch are filled up with `default_value` (zeros, or empty strings).
    """

    shape: Any
    dtype: Any
    allow_missing: bool = False
    default_value: Any = None


class SparseFeature(NamedTuple):
    """A `SparseTensor` whose indices and values are features of their own."""

    index_key: Any
    value_key: str
    dtype: Any
    size: Any
    already_sorted: bool = False


class RowSplits(NamedTuple):
    """Rows that begin and end at the positions in feature `key`."""

    key: str


class RowLengths(NamedTuple):
    """Rows of the lengths in feature `key`."""

    key: str


class RowStarts(NamedTuple):
    """Rows that begin at the positions in feature `key`."""

    key: str


class RowLimits(NamedTuple):
    """Rows that end before the positions in feature `key`."""

    key: str


class ValueRowIds(NamedTuple):
    """Values of which feature `key` has the number of the row."""

    key: str


class UniformRowLength(NamedTuple):
    """Rows of one length."""

    length: int


class RaggedFeature(NamedTuple):
    """A feature of any length: a `RaggedTensor`, of a single example without partitions a vector.

    The values are those of feature `value_key` (by default, that of the feature's own name).
    `partitions` cut them into rows, the outermost first; each is a `RaggedFeature.RowSplits`,
    `RowLengths`, `RowStarts`, `RowLimits` or `ValueRowIds` of another feature's name, or a
    `RaggedFeature.UniformRowLength`.

    >>> tf.io.RaggedFeature(tf.int64, partitions=[tf.io.RaggedFeature.RowLengths("lengths")]).dtype
    tf.int64
    """

    dtype: Any
    value_key: str | None = None
    partitions: Any = ()
    row_splits_dtype: Any = _core.int32
    validate: bool = False

    RowSplits = RowSplits  # type: ignore[misc]  # a name of the class, no field: it has no type
    RowLengths = RowLengths  # type: ignore[misc]
    RowStarts = RowStarts  # type: ignore[misc]
    RowLimits = RowLimits  # type: ignore[misc]
    ValueRowIds = ValueRowIds  # type: ignore[misc]
    UniformRowLength = UniformRowLength  # type: ignore[misc]
