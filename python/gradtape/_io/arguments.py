"""Arguments that are strings: texts, bytes, paths, and tensors of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core, errors

if TYPE_CHECKING:
    from .._typing import TensorLike


def strings(value: TensorLike) -> _core.Tensor:
    """A string tensor of a value; paths are their names. `TypeError` for anything else."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    elif isinstance(value, (list, tuple)):
        value = [os.fspath(one) if isinstance(one, os.PathLike) else one for one in value]
    tensor = _core.convert_to_tensor(value, None if _core.is_tensor(value) else _core.string)
    if tensor.dtype != _core.string:
        raise TypeError(f"Expected a string tensor, got one of dtype {tensor.dtype.name}.")
    return tensor


def one_string(value: Any, what: str) -> bytes:
    """The bytes of a scalar; `InvalidArgumentError` for another shape."""
    tensor = strings(value)
    if tensor.shape.rank != 0:
        shape = tensor.shape.as_list()
        raise invalid(f"{what} must be scalar, but had shape: {shape}")
    return bytes(tensor.numpy())


def flat_strings(tensor: _core.Tensor) -> list[bytes]:
    """All elements of a string tensor."""
    return [bytes(value) for value in _core.reshape(tensor, [-1]).numpy().tolist()]


def mapped(function: Callable[[bytes], bytes], value: Any) -> _core.Tensor:
    """A string tensor with a function of each element."""
    tensor = strings(value)
    results = [function(one) for one in flat_strings(tensor)]
    return _core.reshape(_core.constant(results, dtype=_core.string), tensor.shape)


def invalid(text: str) -> errors.InvalidArgumentError:
    """The error for an argument."""
    return errors.InvalidArgumentError(None, None, text)
