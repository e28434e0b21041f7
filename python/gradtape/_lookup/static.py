"""Tables that never change: `StaticHashTable` and `StaticVocabularyTable`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._strings.hashes import fingerprint64
from ..errors import FailedPreconditionError
from .table import Table, flat_list

if TYPE_CHECKING:
    from .._ragged.tensor import RaggedTensor
    from .._sparse.tensor import SparseTensor
    from .._typing import DTypeLike, TensorLike


class StaticHashTable(Table):
    """Keys and values from an initializer; `default_value` stands for every other key.

    `FailedPreconditionError` if a key is there twice with different values.

    >>> table = tf.lookup.StaticHashTable(
    ...     tf.lookup.KeyValueTensorInitializer(["cat", "dog"], [0, 1]), default_value=-1)
    >>> table.lookup(tf.constant(["dog", "bird"])).numpy().tolist()
    [1, -1]
    """

    def __init__(
        self,
        initializer: Any,
        default_value: TensorLike,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(initializer.key_dtype, initializer.value_dtype, default_value)
        keys, values = initializer.pairs()
        for key, value in zip(flat_list(keys), flat_list(values), strict=True):
            if self._rows.setdefault(key, value) != value:
                raise FailedPreconditionError(
                    None,
                    None,
                    f"HashTable has different value for same key. Key {_shown(key)} has "
                    f"{_shown(self._rows[key])} and trying to add value {_shown(value)}",
                )


def _shown(value: Any) -> Any:
    return value.decode(errors="replace") if isinstance(value, bytes) else value


class StaticVocabularyTable(Table):
    """Words numbered by an initializer, and `num_oov_buckets` further numbers for all others.

    A word that is not there has the number of the bucket that its FarmHash fingerprint chooses.
    Keys may be integers (`lookup_key_dtype`), which are hashed as text. `TypeError` unless the
    initializer's values are `int64`, `ValueError` without a bucket.

    >>> words = tf.lookup.KeyValueTensorInitializer(["to", "be"], tf.constant([0, 1], tf.int64))
    >>> tf.lookup.StaticVocabularyTable(words, 1).lookup(tf.constant(["be", "or"])).numpy().tolist()
    [1, 2]
    """

    def __init__(
        self,
        initializer: Any,
        num_oov_buckets: int,
        lookup_key_dtype: DTypeLike = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError("`num_oov_buckets` must be > 0; use StaticHashTable.")
        given = lookup_key_dtype or (_core.string if initializer is None else initializer.key_dtype)
        super().__init__(given, _core.int64, -1)
        self._buckets = num_oov_buckets
        self._table = None if initializer is None else self._numbered(initializer)

    def _numbered(self, initializer: Any) -> StaticHashTable:
        words, numbers = initializer.key_dtype, initializer.value_dtype
        if numbers != _core.int64:
            raise TypeError(f"Invalid `value_dtype`, expected {_core.int64!r} but got {numbers!r}.")
        if words != self._key_dtype and not words.is_integer:
            raise TypeError(f"Invalid `key_dtype`, expected integer but got {words!r}.")
        return StaticHashTable(initializer, -1)

    def size(self, name: str | None = None) -> Any:
        """How many numbers there are, buckets included, `int64`."""
        return _core.constant(self._words() + self._buckets, _core.int64)

    def _words(self) -> int:
        return 0 if self._table is None else len(self._table._rows)

    def lookup(
        self, keys: TensorLike | RaggedTensor | SparseTensor, name: str | None = None
    ) -> Any:
        """The number of each key."""
        return self._each(keys, self._number)

    def _number(self, keys: _core.Tensor) -> _core.Tensor:
        rows = {} if self._table is None else self._table._rows
        first = self._words()
        numbers = []
        for key in flat_list(keys):
            written = key if isinstance(key, bytes) else str(key).encode()
            numbers.append(rows.get(key, first + fingerprint64(written) % self._buckets))
        array = np.array(numbers, np.int64).reshape(keys.shape.as_list())
        return _core.constant(array)
