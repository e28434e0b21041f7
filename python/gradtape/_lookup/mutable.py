"""Tables that a program changes: `MutableHashTable` and `DenseHashTable`.

Invariant: a call that is refused leaves the table as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError
from .table import Table, flat_list

if TYPE_CHECKING:
    from .._ragged.tensor import RaggedTensor
    from .._sparse.tensor import SparseTensor
    from .._typing import DTypeLike, TensorLike


class MutableHashTable(Table):
    """A table to insert into and remove from; values have the shape of `default_value`.

    Checkpoints hold its keys and values, whatever `checkpoint` says.

    >>> table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=-1)
    >>> table.insert(["a", "b"], [1, 2])
    >>> table.lookup(["b", "c"]).numpy().tolist()
    [2, -1]
    """

    def __init__(
        self,
        key_dtype: DTypeLike,
        value_dtype: DTypeLike,
        default_value: TensorLike,
        name: str = "MutableHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype, default_value)
        self._saved: dict[str, _core.Variable] = {}

    def _trackable_children(self) -> dict[str, Any]:
        """Variables of its keys and values as they are now, the same ones every time."""
        for name, column in zip(("table-keys", "table-values"), self.export(), strict=True):
            if name not in self._saved:
                shape = [None, *column.shape.as_list()[1:]]
                self._saved[name] = _core.Variable(column, trainable=False, shape=shape)
            self._saved[name].assign(column)
        return self._saved

    def _take_restored(self) -> None:
        keys, values = (variable.value() for variable in self._saved.values())
        self._rows.clear()
        self.insert(keys, values)

    def insert(self, keys: TensorLike, values: TensorLike, name: str | None = None) -> None:
        """Sets the values of keys; `InvalidArgumentError` unless there is one for each."""
        given = self._keys(keys)
        new = _core.convert_to_tensor(values, self._value_dtype)
        expected = [*given.shape.as_list(), *self._default.shape.as_list()]
        if new.shape.as_list() != expected:
            raise _invalid(f"Expected shape {expected} for value, got {new.shape.as_list()}")
        self._rows.update(zip(self._allowed(given), _each_row(new, given), strict=True))

    def _allowed(self, keys: _core.Tensor) -> list[Any]:
        """The keys, all of which the table takes."""
        return flat_list(keys)

    def lookup(  # type: ignore[override]  # its order of arguments is TensorFlow's
        self,
        keys: TensorLike | RaggedTensor | SparseTensor,
        dynamic_default_values: TensorLike | None = None,
        name: str | None = None,
    ) -> Any:
        """The value of each key; for others `default_value`, or the one given for it here."""
        if dynamic_default_values is None:
            return super().lookup(keys)
        given = self._keys(keys)
        others = _core.convert_to_tensor(dynamic_default_values, self._value_dtype)
        if others.shape == self._default.shape:
            return self._found(given, others)
        pairs = zip(flat_list(given), _each_row(others, given), strict=True)
        return self._stacked([self._rows.get(k, v) for k, v in pairs], given.shape.as_list())

    def remove(self, keys: TensorLike, name: str | None = None) -> None:
        """Takes keys out; those that are not there do not matter."""
        for key in self._allowed(self._keys(keys)):
            self._rows.pop(key, None)


def _invalid(text: str) -> InvalidArgumentError:
    return InvalidArgumentError(None, None, text)


def _each_row(values: _core.Tensor, keys: _core.Tensor) -> list[Any]:
    array = np.asarray(values.numpy())
    rank = len(keys.shape)
    if array.ndim == rank:
        found: list[Any] = array.reshape(-1).tolist()
        return found
    return list(array.reshape(-1, *array.shape[rank:]))


class DenseHashTable(MutableHashTable):
    """A `MutableHashTable` in which `empty_key` and `deleted_key` cannot be used as keys.

    >>> table = tf.lookup.experimental.DenseHashTable(
    ...     tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-1)
    >>> table.insert(tf.constant([4], tf.int64), tf.constant([40], tf.int64))
    >>> table[tf.constant([4, 5], tf.int64)].numpy().tolist()
    [40, -1]
    """

    def __init__(
        self,
        key_dtype: DTypeLike,
        value_dtype: DTypeLike,
        default_value: TensorLike,
        empty_key: Any,
        deleted_key: Any,
        initial_num_buckets: int | None = None,
        name: str = "MutableDenseHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype, default_value)
        reserved = (("empty_key", empty_key), ("deleted_key", deleted_key))
        self._reserved = {flat_list(self._keys(key))[0]: what for what, key in reserved}
        if len(self._reserved) < 2:
            raise _invalid("Empty and deleted keys cannot be equal")

    def _allowed(self, keys: _core.Tensor) -> list[Any]:
        found = flat_list(keys)
        for key in found:
            if key in self._reserved:
                raise _invalid(f"Using the {self._reserved[key]} as a table key is not allowed")
        return found

    def lookup(  # type: ignore[override]  # its order of arguments is TensorFlow's
        self,
        keys: TensorLike | RaggedTensor | SparseTensor,
        dynamic_default_values: Any = None,
        name: str | None = None,
    ) -> Any:
        """The value of each key, `default_value` for those that are not there."""
        if _core.is_tensor(keys) or not hasattr(keys, "with_values"):
            self._allowed(self._keys(keys))
        return super().lookup(keys, dynamic_default_values)

    def insert_or_assign(
        self, keys: TensorLike, values: TensorLike, name: str | None = None
    ) -> None:
        """As `insert`."""
        self.insert(keys, values)

    def erase(self, keys: TensorLike, name: str | None = None) -> None:
        """As `remove`."""
        self.remove(keys)
