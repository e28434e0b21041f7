"""The values in one feature of an example, as an array of a kind that was asked for.

Invariant: a feature has values of one kind, float32, int64 or string; another kind than it was
asked for is an `InvalidArgumentError`, one that is missing or empty is None.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .arguments import invalid

_KINDS = {"float32": "float_list", "int64": "int64_list", "string": "bytes_list"}
_NAMES = {kind: dtype for dtype, kind in _KINDS.items()}


def checked_dtype(key: str, dtype: _core.DType) -> _core.DType:
    """A dtype that a feature can have."""
    found = _core.as_dtype(dtype)
    if found.name not in _KINDS:
        raise invalid(
            f"Key: {key}.  {found.name} is not in the list of allowed values: float32, "
            "int64, string"
        )
    return found


def values_of(feature: Any, key: str, dtype: _core.DType) -> Any:
    """The values of a feature, an array (of bytes for strings); None for no feature."""
    kind = None if feature is None else feature.WhichOneof("kind")
    if kind is None:
        return None
    if kind != _KINDS[dtype.name]:
        raise invalid(
            f"Key: {key}.  Data types don't match. Data type: {_NAMES[kind]} but expected type: "
            f"{dtype.name}"
        )
    listed = getattr(feature, kind)
    if kind == "float_list":
        return _floats(listed)
    values = list(listed.value)
    return values if kind == "bytes_list" else np.array(values, np.int64)


def _floats(listed: Any) -> np.ndarray:
    """Floats as they are in the message, which is faster than one by one."""
    count = len(listed.value)
    data = listed.SerializeToString()
    return np.frombuffer(data, "<f4", count, len(data) - 4 * count)


def tensor(values: Any, dtype: _core.DType, shape: list[int]) -> _core.Tensor:
    """A tensor of values."""
    if dtype == _core.string:
        return _core.constant(list(values), dtype=dtype, shape=shape)
    return _core.tensor_from_bytes(np.ascontiguousarray(values, dtype.name).tobytes(), dtype, shape)


def joined(parts: list[Any], dtype: _core.DType) -> Any:
    """The values of several examples, one after the other."""
    if dtype == _core.string:
        return [value for part in parts for value in part]
    return np.concatenate(parts) if parts else np.empty(0, dtype.name)


def repeated(value: Any, count: int, dtype: _core.DType) -> Any:
    """So many of one value."""
    return [value] * count if dtype == _core.string else np.full(count, value, dtype.name)
