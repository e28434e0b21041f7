"""What all tables share: how keys are looked up, and how values become tensors.

Invariant: keys are held as Python's own values (bytes, int, float, bool), values as the rows of
arrays; a table never holds a tensor, so nothing of it is on a tape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._ragged.tensor import RaggedTensor
from .._sparse.tensor import SparseTensor

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike


class Table:
    """Keys of one dtype and their values, which are scalars or of the shape of the default."""

    def __init__(self, key_dtype: DTypeLike, value_dtype: DTypeLike, default: Any) -> None:
        self._key_dtype = _core.as_dtype(key_dtype)
        self._value_dtype = _core.as_dtype(value_dtype)
        self._default = _core.convert_to_tensor(default, self._value_dtype)
        self._rows: dict[Any, Any] = {}

    def _trackable_children(self) -> dict[str, Any]:
        """What checkpoints hold of it: nothing, unless the program changes it."""
        return {}

    @property
    def key_dtype(self) -> _core.DType:
        """The dtype of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> _core.DType:
        """The dtype of the values."""
        return self._value_dtype

    @property
    def default_value(self) -> _core.Tensor:
        """What stands for keys that are not in the table."""
        return self._default

    @property
    def name(self) -> str:
        """A name, for printing."""
        return type(self).__name__.lower()

    def size(self, name: str | None = None) -> _core.Tensor:
        """How many keys there are, `int64`."""
        return _core.constant(len(self._rows), _core.int64)

    def lookup(
        self, keys: TensorLike | RaggedTensor | SparseTensor, name: str | None = None
    ) -> Any:
        """The value of each key, `default_value` for those that are not there.

        Keys may be a tensor, a ragged or a sparse tensor; `TypeError` for another dtype.
        """
        return self._each(keys, lambda flat: self._found(flat, self._default))

    def __getitem__(self, keys: TensorLike) -> Any:
        return self.lookup(keys)

    def export(self, name: str | None = None) -> tuple[_core.Tensor, _core.Tensor]:
        """All keys and their values."""
        keys = as_column(list(self._rows), self._key_dtype)
        rows = self._stacked(list(self._rows.values()), [len(self._rows)])
        return keys, rows

    def _each(
        self, keys: TensorLike | RaggedTensor | SparseTensor, function: Callable[..., Any]
    ) -> Any:
        if isinstance(keys, RaggedTensor):
            return keys.with_flat_values(self._each(keys.flat_values, function))
        if isinstance(keys, SparseTensor):
            return keys.with_values(self._each(keys.values, function))
        return function(self._keys(keys))

    def _keys(self, keys: Any) -> _core.Tensor:
        """The keys as a tensor; `TypeError` for another dtype."""
        if _core.is_tensor(keys):
            tensor = keys
        else:
            tensor = _core.convert_to_tensor(keys, dtype_hint=self._key_dtype)
        if tensor.dtype != self._key_dtype:
            raise TypeError(
                f"Dtype of argument `keys` must be {self._key_dtype!r}, received: {tensor.dtype!r}"
            )
        return tensor

    def _found(self, keys: _core.Tensor, default: _core.Tensor) -> _core.Tensor:
        missing = default.numpy()
        rows = [self._rows.get(key, missing) for key in flat_list(keys)]
        return self._stacked(rows, keys.shape.as_list())

    def _stacked(self, rows: list[Any], shape: list[int]) -> _core.Tensor:
        inner = self._default.shape.as_list()
        if self._value_dtype == _core.string:
            array = np.empty(len(rows), object)
            array[:] = rows
        else:
            array = np.array(rows, self._value_dtype.as_numpy_dtype)
        return _core.constant(array.reshape([*shape, *inner]), self._value_dtype)


def flat_list(keys: _core.Tensor) -> list[Any]:
    """Keys as Python's own values, in order."""
    found: list[Any] = np.asarray(keys.numpy()).reshape(-1).tolist()
    return found


def as_column(values: list[Any], dtype: _core.DType) -> _core.Tensor:
    """A vector of keys."""
    kind = object if dtype == _core.string else dtype.as_numpy_dtype
    array = np.empty(len(values), kind)
    array[:] = values
    return _core.constant(array, dtype)
