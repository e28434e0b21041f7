"""Values as tensors of the dtype that Keras gives a result.

Tensors, arrays and lists have dtypes; Python's numbers are weak beside them. Integers never widen
floats: `int64` beside `float16` is `float16`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .dtypes import result_type, standardize_dtype
from .settings import floatx

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike

_SMALL_INTEGERS = {"bool": "int32", "int8": "int32", "int16": "int32"}
_SMALL_INTEGERS |= {"uint8": "uint32", "uint16": "uint32"}


# What Python's floats, and `float32`, leave as it is.
_WIDE = {_core.float32, _core.float64}


def tensor(x: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """`x` as a tensor; of `dtype`, whatever it was before."""
    if type(x) is not _core.Tensor:
        x = _tensor_of(x, dtype)
    return x if dtype is None or x.dtype is _core.as_dtype(dtype) else _core.cast(x, dtype)


def _tensor_of(x: TensorLike, dtype: DTypeLike) -> _core.Tensor:
    if dtype is None or isinstance(x, (np.ndarray, np.generic)) or _core.is_tensor(x):
        return _core.convert_to_tensor(x)
    kind = _core.as_dtype(dtype)
    if kind.is_floating and not isinstance(x, (bool, complex, str, bytes)):
        try:
            return _core.convert_to_tensor(x, kind)
        except (TypeError, ValueError):  # a list of tensors of another dtype, say
            pass
    return _core.convert_to_tensor(x)


def name_of(x: Any) -> Any:
    """What a value says in a promotion: its dtype by name, or Python's `int` or `float`."""
    dtype = getattr(x, "dtype", None)
    if dtype is None:
        return "complex64" if isinstance(x, complex) else type(x)
    return dtype.name if isinstance(dtype, _core.DType) else standardize_dtype(dtype)


@functools.lru_cache(maxsize=4096)
def _promoted(names: tuple[Any, ...], default: str) -> _core.DType:
    return _core.as_dtype(result_type(*names))


def dtype_of(*values: Any) -> _core.DType:
    """The dtype of what is computed from tensors, numbers, names of dtypes and Python's types."""
    names = tuple(v if isinstance(v, str | type) else name_of(v) for v in values)
    return _promoted(names, floatx())


def alike(*values: Any, least: Any = None) -> list[_core.Tensor]:
    """The values as tensors of one dtype; Python's numbers are weak. `least` takes part too."""
    if all(type(x) is _core.Tensor for x in values):
        (dtype, *others) = {x.dtype for x in values} or {None}
        if not others and (least is None or dtype in _WIDE):
            return [*values]
    found = [x if isinstance(x, int | float | complex) else tensor(x) for x in values]
    dtype = dtype_of(*found, *([] if least is None else [least]))
    return [tensor(x, dtype) for x in found]


def settled(*values: Any, least: Any = None) -> list[_core.Tensor]:
    """As `alike`; Python's numbers are `int32` and `float32` like any other."""
    return alike(*map(tensor, values), least=least)


def floats(*values: Any) -> list[_core.Tensor]:
    """As `settled`; integers and truth values become floats."""
    found = settled(*values)
    if found[0].dtype.is_floating or found[0].dtype.is_complex:
        return found
    return [_core.cast(x, floatx()) for x in found]


def wide(*values: Any) -> list[_core.Tensor]:
    """As `floats`, but 64-bit integers become `float64`."""
    found = settled(*values)
    if found[0].dtype is _core.int64:
        return [_core.cast(x, _core.float64) for x in found]
    return floats(*found)


def summed(x: TensorLike) -> _core.Tensor:
    """`x` in the dtype in which Keras adds up: integers of at least 32 bits."""
    found = tensor(x)
    return tensor(found, _SMALL_INTEGERS.get(found.dtype.name, found.dtype))


def no_truth(x: _core.Tensor, dtype: DTypeLike = "int32") -> _core.Tensor:
    """`x`, whose truth values become numbers."""
    return _core.cast(x, dtype) if x.dtype is _core.bool else x
