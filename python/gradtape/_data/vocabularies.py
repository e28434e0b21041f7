"""Tables of words that are read from datasets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._lookup.initializers import KeyValueTensorInitializer
from .._lookup.static import StaticHashTable, StaticVocabularyTable
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._lookup.table import Table
    from .._typing import DTypeLike
    from .dataset import Dataset


def table_from_dataset(
    dataset: Dataset, num_oov_buckets: int = 0, vocab_size: int | None = None,
    default_value: Any = None, hasher_spec: Any = None, key_dtype: DTypeLike = _core.string,
    name: str | None = None,
) -> Table:  # fmt: skip
    """The table of a dataset of pairs: each key and its value.

    With `num_oov_buckets` the values are numbers from 0 on, and other keys get the number of a
    bucket behind them by their fingerprint, whatever `hasher_spec` says; else `default_value`, -1
    if it is not given. `vocab_size` takes so many pairs. `ValueError` for elements that are no
    pairs, a `key_dtype` that is neither string nor whole, and a negative `num_oov_buckets`.

    >>> pairs = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(["a", "b"]),
    ...                              tf.data.Dataset.range(2)))
    >>> tf.data.experimental.table_from_dataset(pairs).lookup(["b", "c"]).numpy().tolist()
    [1, -1]
    """
    _check(dataset.element_spec, num_oov_buckets, vocab_size, key_dtype)
    pairs = list(dataset if vocab_size is None else dataset.take(vocab_size))
    if not pairs or (vocab_size is not None and len(pairs) < vocab_size):
        raise InvalidArgumentError(
            None, None, f"Expected {vocab_size or 'some'} pairs in the dataset, got {len(pairs)}"
        )
    keys, values = (_core.stack(list(column)) for column in zip(*pairs, strict=True))
    words = KeyValueTensorInitializer(keys, values)
    if num_oov_buckets:
        return StaticVocabularyTable(words, num_oov_buckets, _core.as_dtype(key_dtype))
    return StaticHashTable(words, -1 if default_value is None else default_value)


def index_table_from_dataset(
    dataset: Dataset, num_oov_buckets: int = 0, vocab_size: int | None = None,
    default_value: Any = -1, hasher_spec: Any = None, key_dtype: DTypeLike = _core.string,
    name: str | None = None,
) -> Table:  # fmt: skip
    """The table of a dataset of keys, numbered from 0; all else as in `table_from_dataset`.

    >>> words = tf.data.Dataset.from_tensor_slices(["a", "b"])
    >>> table = tf.data.experimental.index_table_from_dataset(words, num_oov_buckets=1)
    >>> table.lookup(["b", "c"]).numpy().tolist()
    [1, 2]
    """
    numbered = dataset.enumerate().map(lambda number, key: (key, number))
    return table_from_dataset(
        numbered, num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype
    )


def _check(spec: Any, buckets: int, vocab_size: int | None, key_dtype: DTypeLike) -> None:
    if not isinstance(spec, tuple) or len(spec) != 2:
        raise ValueError(f"Expected a dataset of pairs (key, value), got elements {spec}.")
    if buckets < 0:
        raise ValueError(f"`num_oov_buckets` must be greater than or equal to 0, got {buckets}.")
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    kind = _core.as_dtype(key_dtype)
    if not kind.is_integer and kind != _core.string:
        raise TypeError("Only integer and string keys are supported.")
    if kind.is_integer != spec[0].dtype.is_integer:
        raise TypeError(f"Invalid `key_dtype`: Expected {spec[0].dtype!r} but got {kind!r}.")
