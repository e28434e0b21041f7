"""Dtypes as NumPy has them: of values, of what is computed from several, of Python's types.

Python's numbers, and sequences of them, are weak: they never widen a type of their own kind. Only
where no tensor or array takes part do they have types of their own: `int64`, `float64`,
`complex128`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike

_WEAK = {
    bool: _core.bool,
    int: _core.int64,
    float: _core.float64,
    complex: _core.complex128,
    str: _core.string,
    bytes: _core.string,
}
_ORDER = (bool, int, float, complex)
_KINDS = {"b": bool, "i": int, "u": int, "f": float, "c": complex}
_HALVES = {_core.float16, _core.bfloat16}
_NARROWER = {_core.float64: _core.float32, _core.complex128: _core.complex64}
_state = {"prefer_float32": False}


def prefer_float32(value: bool) -> None:
    """Whether Python's floats, and NumPy's scalars of 64 bits, count as `float32`."""
    _state["prefer_float32"] = value


def weak(kind: type) -> _core.DType:
    """The dtype of a number of Python's where nothing else decides it."""
    dtype = _WEAK[kind]
    return _NARROWER.get(dtype, dtype) if _state["prefer_float32"] else dtype


def default_float() -> _core.DType:
    """What integers become where a function needs floats."""
    return weak(float)


def named(dtype: DTypeLike) -> _core.DType:
    """A dtype by what NumPy takes for it: Python's `float` is `float64` here.

    >>> from gradtape._numpy.promotion import named
    >>> named(float), named("int8")
    (tf.float64, tf.int8)
    """
    return weak(dtype) if isinstance(dtype, type) and dtype in _WEAK else _core.as_dtype(dtype)


def array_of(value: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """`value` as a tensor: tensors and arrays keep their dtype, Python's numbers get theirs."""
    if isinstance(value, _core.Tensor):
        tensor = value
    elif _core.is_tensor(value):
        tensor = _core.convert_to_tensor(value)
    else:
        tensor = _core.convert_to_tensor(value, dtype_hint=result_type(value))
    return tensor if dtype is None else _core.cast(tensor, named(dtype))


def arrays_of(*values: Any) -> list[_core.Tensor]:
    """The values as tensors of one dtype, that of their result."""
    dtype = result_type(*values)
    return [_as(value, dtype) for value in values]


def _as(value: TensorLike, dtype: _core.DType) -> _core.Tensor:
    if _core.is_tensor(value) or isinstance(value, np.ndarray | np.generic):
        return _core.cast(_core.convert_to_tensor(value), dtype)
    if dtype.is_integer and dtype.size < 8:  # wraps around, as a computation would
        return _core.cast(_core.convert_to_tensor(value, dtype_hint=_core.int64), dtype)
    return _core.cast(_core.convert_to_tensor(value, dtype_hint=dtype), dtype)


def floats_of(*values: Any) -> list[_core.Tensor]:
    """As `arrays_of`; integers and truth values become floats."""
    found = arrays_of(*values)
    if found[0].dtype.is_floating or found[0].dtype.is_complex:
        return found
    return [_core.cast(x, default_float()) for x in found]


def result_type(*arrays_and_dtypes: Any) -> _core.DType:
    """The dtype that NumPy gives what is computed from these tensors, numbers and dtypes.

    Errors: `TypeError` where two dtypes have none in common.

    >>> tf.experimental.numpy.result_type(tf.constant(1), tf.constant(1.0))
    tf.float64
    >>> tf.experimental.numpy.result_type(tf.constant(1.0), 2.5)
    tf.float32
    """
    strong: list[_core.DType] = []
    kinds: set[type] = set()
    for value in arrays_and_dtypes:
        _look_at(value, strong, kinds)
    if not strong:
        return weak(max(kinds, key=_ORDER.index)) if kinds & set(_ORDER) else _odd(kinds)
    return _with_weak(_common(strong), kinds)


def _odd(kinds: set[type]) -> _core.DType:
    return _core.string if kinds else default_float()


def _look_at(value: TensorLike, strong: list[_core.DType], kinds: set[type]) -> None:
    """Notes the dtypes in a value: those of tensors and arrays, and the kinds of plain numbers."""
    if isinstance(value, _core.DType | np.dtype | str | type):
        strong.append(_named_or_text(value, kinds))
    elif isinstance(value, list | tuple):
        for item in value:
            _look_at(item, strong, kinds)
    elif type(value) in _WEAK:
        kinds.add(type(value))
    elif isinstance(value, np.generic) and _state["prefer_float32"]:
        kinds.add(_KINDS[value.dtype.kind])
    elif hasattr(value, "dtype"):
        strong.append(_core.as_dtype(value.dtype))
    elif value is not None:
        strong.append(_core.convert_to_tensor(value).dtype)
    while strong and strong[-1] is _core.string:
        strong.pop()
        kinds.add(str)


def _named_or_text(value: Any, kinds: set[type]) -> _core.DType:
    try:
        return named(value)
    except TypeError:
        return _core.string  # a text that is a value


def _common(dtypes: list[_core.DType]) -> _core.DType:
    found = set(dtypes)
    if len(found) == 1:
        return dtypes[0]
    if found >= _HALVES:
        found = (found - _HALVES) | {_core.float32}
    brain = _core.bfloat16 in found
    plain = [_core.float16 if d is _core.bfloat16 else d for d in found]
    dtype = _core.as_dtype(np.result_type(*[np.dtype(d.as_numpy_dtype) for d in plain]))
    return _core.bfloat16 if brain and dtype is _core.float16 else dtype


def _with_weak(dtype: _core.DType, kinds: set[type]) -> _core.DType:
    if not kinds or dtype is _core.string:
        return dtype
    least = max(kinds, key=_ORDER.index)
    mine = _kind_of(dtype)
    if _ORDER.index(least) <= _ORDER.index(mine):
        return dtype
    if least is complex and mine is float:
        return _core.complex128 if dtype is _core.float64 else _core.complex64
    return weak(least)


def _kind_of(dtype: _core.DType) -> type:
    if dtype.is_floating:
        return float
    if dtype.is_complex:
        return complex
    return bool if dtype is _core.bool else int


def promote_types(type1: Any, type2: Any) -> _core.DType:
    """The smallest dtype that both can be cast to safely.

    >>> tf.experimental.numpy.promote_types(tf.int32, tf.float32)
    tf.float64
    """
    return _common([named(type1), named(type2)])
