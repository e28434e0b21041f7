"""How a function of bytes is applied to every entry of a tensor.

Invariant: shapes are kept, rows of ragged tensors too; no string is on a tape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .. import _core
from .._ragged.tensor import RaggedTensor, map_flat_values
from ..errors import InvalidArgumentError


def invalid(text: str) -> InvalidArgumentError:
    """TensorFlow's error for a string, pattern or number that cannot be used."""
    return InvalidArgumentError(None, None, text)


def as_strings(given: Any, name: str = "input") -> Any:
    """`given` as a tensor (or ragged tensor) of strings; a `TypeError` for numbers of Python."""
    tensor = given if isinstance(given, RaggedTensor) else _core.convert_to_tensor(given)
    if tensor.dtype != _core.string:
        if tensor.shape.num_elements() == 0 and not _core.is_tensor(given):
            return _core.zeros(tensor.shape, _core.string)  # an empty list has no dtype
        text = f"Expected {name} to be a tensor of strings, got {tensor.dtype.name}"
        raise invalid(text) if _core.is_tensor(given) else TypeError(text)
    return tensor


def entries(tensor: _core.Tensor) -> list[Any]:
    """Every entry of a tensor in order, strings as bytes."""
    found: list[Any] = np.asarray(tensor.numpy(), object).reshape(-1).tolist()
    return found


def strings_of(values: Iterable[bytes], shape: Any) -> _core.Tensor:
    """A tensor of strings."""
    flat = list(values)
    array = np.empty(len(flat), object)
    array[:] = flat
    return _core.constant(array.reshape(tuple(shape)), _core.string)


def numbers_of(values: Iterable[Any], shape: Any, dtype: _core.DType) -> _core.Tensor:
    """A tensor of numbers."""
    array = np.array(list(values), dtype.as_numpy_dtype).reshape(tuple(shape))
    return _core.constant(array, dtype)


def each(function: Callable[[bytes], bytes], given: Any) -> Any:
    """`function` of every string."""

    def mapped(flat: _core.Tensor) -> Any:
        return strings_of(map(function, entries(flat)), flat.shape)

    return map_flat_values(mapped, as_strings(given))


def each_number(function: Callable[[bytes], Any], given: Any, dtype: _core.DType) -> Any:
    """A number for every string."""

    def mapped(flat: _core.Tensor) -> Any:
        return numbers_of(map(function, entries(flat)), flat.shape, dtype)

    return map_flat_values(mapped, as_strings(given))


def each_row(function: Callable[[bytes], list[bytes]], given: Any) -> Any:
    """A row of strings for every string: a vector for a scalar, else ragged."""
    return as_rows([function(entry) for entry in entries_of(given)], given, strings_of)


def entries_of(given: Any) -> list[Any]:
    """Every string of a tensor or ragged tensor in order."""
    tensor = as_strings(given)
    return entries(tensor.flat_values if isinstance(tensor, RaggedTensor) else tensor)


def as_rows(rows: list[list[Any]], given: Any, make: Callable[[Any, Any], Any]) -> Any:
    """Lists as the innermost dimension behind those of `given`."""
    tensor = given if isinstance(given, RaggedTensor) else as_strings(given)
    flat = [entry for row in rows for entry in row]
    values = make(flat, [len(flat)])
    if not isinstance(tensor, RaggedTensor) and tensor.shape.rank == 0:
        return values
    lengths = _core.constant(np.array([len(row) for row in rows], np.int64))
    ragged = RaggedTensor.from_row_lengths(values, lengths)
    if isinstance(tensor, RaggedTensor):
        return tensor.with_flat_values(ragged)
    for length in reversed(tensor.shape.as_list()[1:]):
        ragged = RaggedTensor.from_uniform_row_length(ragged, length)
    return ragged
