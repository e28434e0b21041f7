"""Shapes and dtypes as Keras 3 tells them: tuples and texts.

Both know besides what TensorFlow's own objects know, which programs written for Keras 2 ask for;
with `TF_USE_LEGACY_KERAS` those objects are told. Invariant: what is told equals the object.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._runtime.versions import is_keras_2_asked_for


class Sizes(tuple[Any, ...]):
    """The sizes of a shape.

    >>> from gradtape._keras.told import Sizes
    >>> shape = Sizes((None, 3))
    >>> shape, shape.as_list(), shape[1:].rank
    ((None, 3), [None, 3], 1)
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"'tuple' object has no attribute '{name}'")
        return getattr(_core.TensorShape(tuple(self)), name)

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return Sizes(found) if isinstance(key, slice) else found

    def __add__(self, other: Any) -> Any:
        if isinstance(other, tuple):
            return super().__add__(other)
        return _core.TensorShape(tuple(self)) + other

    def __radd__(self, other: Any) -> Any:
        return other + _core.TensorShape(tuple(self))

    def __reduce__(self) -> Any:
        return Sizes, (tuple(self),)


class DTypeName(str):
    """The name of a dtype.

    >>> import gradtape as tf
    >>> from gradtape._keras.told import DTypeName
    >>> dtype = DTypeName("float32")
    >>> dtype, dtype == tf.float32, dtype.is_floating
    ('float32', True, True)
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"'str' object has no attribute '{name}'")
        return getattr(_core.as_dtype(str(self)), name)


def shape_told(shape: Any) -> Any:
    """A `TensorShape`, or a structure of them, in the form that programs get."""
    if is_keras_2_asked_for():
        return shape
    if isinstance(shape, _core.TensorShape):
        return shape if shape.rank is None else Sizes(shape.as_list())
    if isinstance(shape, dict):
        return {name: shape_told(one) for name, one in shape.items()}
    if isinstance(shape, (list, tuple)) and any(isinstance(one, _STRUCTURES) for one in shape):
        told = [shape_told(one) for one in shape]
        return type(shape)(*told) if hasattr(shape, "_fields") else type(shape)(told)
    return shape


_STRUCTURES = (_core.TensorShape, dict, list, tuple)
_NAMES: dict[_core.DType, DTypeName] = {}


def dtype_told(dtype: _core.DType) -> Any:
    """A dtype in the form that programs get."""
    if is_keras_2_asked_for():
        return dtype
    if dtype not in _NAMES:
        _NAMES[dtype] = DTypeName(dtype.name)
    return _NAMES[dtype]
