"""NumPy's scalar types and constants, under the names that `tf.experimental.numpy` has for them."""

from __future__ import annotations

from numpy import (
    bool_ as bool_,
    bytes_,
    complex64 as complex64,
    complex128 as complex128,
    e as e,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    inexact as inexact,
    inf as inf,
    int8 as int8,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    object_ as object_,
    pi as pi,
    str_,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
)

from .. import _core

complex_ = complex128
float_ = float64
int_ = int64
ndarray = _core.Tensor
newaxis = None
string_ = bytes_
unicode_ = str_
