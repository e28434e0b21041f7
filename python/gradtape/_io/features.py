"""How the features of an example are to be read."""

from __future__ import annotations

from typing import Any, NamedTuple


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
