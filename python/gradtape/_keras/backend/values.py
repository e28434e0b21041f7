"""Making, reading and changing values under the names of Keras 2's backend."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._ops import printing
from ..._sparse import conversion
from ..._sparse.tensor import SparseTensor
from ..settings import default_dtype, dtype_or_default
from ..symbolic import as_layer, is_symbolic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..._typing import Array, DTypeLike, ShapeLike, TensorLike
    from ..symbolic import KerasTensor


def variable(
    value: TensorLike, dtype: DTypeLike = None, name: str | None = None, constraint: Any = None
) -> _core.Variable:
    """A variable of `floatx` unless `dtype` says otherwise.

    >>> import gradtape as tf
    >>> v = tf.keras.backend.variable([1.0, 2.0])
    >>> tf.keras.backend.set_value(v, [3.0, 4.0])
    >>> tf.keras.backend.get_value(v).tolist()
    [3.0, 4.0]
    """
    start = _core.cast(_core.convert_to_tensor(value), dtype_or_default(dtype))
    return _core.Variable(start, name=name, constraint=constraint)


def constant(
    value: Any, dtype: DTypeLike = None, shape: ShapeLike = None, name: str | None = None
) -> _core.Tensor:
    """A tensor of `floatx` unless `dtype` says otherwise."""
    return _core.constant(value, dtype_or_default(dtype), shape, name)


def zeros(shape: ShapeLike, dtype: DTypeLike = None, name: str | None = None) -> _core.Variable:
    """A variable of zeros."""
    return _core.Variable(_core.zeros(shape, dtype_or_default(dtype)), name=name)


def ones(shape: ShapeLike, dtype: DTypeLike = None, name: str | None = None) -> _core.Variable:
    """A variable of ones."""
    return _core.Variable(_core.ones(shape, dtype_or_default(dtype)), name=name)


def eye(size: TensorLike, dtype: DTypeLike = None, name: str | None = None) -> _core.Variable:
    """A variable that is an identity matrix; `size` is a length, or two."""
    rows, columns = size if isinstance(size, (tuple, list)) else (size, size)
    return _core.Variable(_core.eye(rows, columns, dtype=dtype_or_default(dtype)), name=name)


def zeros_like(x: TensorLike, dtype: DTypeLike = None, name: str | None = None) -> _core.Tensor:
    """Zeros in the shape of `x`."""
    return _core.zeros_like(x, dtype)


def ones_like(x: TensorLike, dtype: DTypeLike = None, name: str | None = None) -> _core.Tensor:
    """Ones in the shape of `x`."""
    return _core.ones_like(x, dtype)


def cast(x: TensorLike, dtype: DTypeLike) -> _core.Tensor:
    """The same values in another dtype."""
    return _core.cast(x, dtype)


def cast_to_floatx(x: TensorLike) -> Any:
    """A tensor, or an ndarray of anything else, in `floatx`."""
    if _core.is_tensor(x):
        return _core.cast(x, default_dtype())
    return np.asarray(x, dtype=default_dtype().as_numpy_dtype)


def dtype(x: _core.Tensor | _core.Variable | Array | KerasTensor) -> str:
    """The name of the dtype of a tensor or variable."""
    return str(getattr(x.dtype, "name", x.dtype))


def is_float(x: _core.Tensor | _core.Variable | Array | KerasTensor) -> bool:
    """Whether a tensor's dtype is floating."""
    return bool(_core.as_dtype(x.dtype).is_floating)


def is_keras_tensor(x: Any) -> bool:
    """Whether `x` is a symbolic tensor, made by `keras.Input` or a layer called on one."""
    return bool(is_symbolic(x))


def is_sparse(tensor: TensorLike | SparseTensor) -> bool:
    """Whether it is a sparse tensor.

    >>> tf.keras.backend.is_sparse(tf.sparse.eye(2)), tf.keras.backend.is_sparse(tf.eye(2))
    (True, False)
    """
    return isinstance(tensor, SparseTensor) or bool(getattr(tensor, "sparse", False))


def to_dense(tensor: TensorLike | SparseTensor) -> Any:
    """A sparse tensor as a plain one; anything else as it is.

    >>> tf.keras.backend.to_dense(tf.sparse.eye(2)).numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return conversion.to_dense(tensor) if isinstance(tensor, SparseTensor) else tensor


def eval(x: TensorLike) -> Any:  # noqa: A001
    """The value as an ndarray."""
    return get_value(x)


def get_value(x: TensorLike) -> Any:
    """The value of a tensor or variable as an ndarray; anything else as it is."""
    return x.numpy() if hasattr(x, "numpy") else x


def set_value(x: _core.Variable, value: TensorLike) -> None:
    """Assign `value` to a variable, whose dtype it takes."""
    x.assign(np.asarray(value, dtype=x.dtype.as_numpy_dtype))


def batch_get_value(tensors: Iterable[Any]) -> list[Any]:
    """The values of several tensors or variables."""
    return [get_value(x) for x in tensors]


def batch_set_value(tuples: Iterable[tuple[_core.Variable, TensorLike]]) -> None:
    """Assign to several variables, given as pairs of a variable and a value."""
    for x, value in tuples:
        set_value(x, value)


def update(x: _core.Variable, new_x: TensorLike) -> Any:
    """Assign `new_x` to a variable."""
    return x.assign(new_x)


def update_add(x: _core.Variable, increment: TensorLike) -> Any:
    """Add to a variable."""
    return x.assign_add(increment)


def update_sub(x: _core.Variable, decrement: TensorLike) -> Any:
    """Subtract from a variable."""
    return x.assign_sub(decrement)


def moving_average_update(x: _core.Variable, value: TensorLike, momentum: float) -> _core.Variable:
    """Make a variable `x * momentum + value * (1 - momentum)`."""
    return x.assign(x * momentum + _core.cast(value, x.dtype) * (1.0 - momentum))


def count_params(x: _core.Tensor | _core.Variable | Array | KerasTensor) -> int:
    """The number of elements."""
    return math.prod(x.shape.as_list() if hasattr(x.shape, "as_list") else x.shape)


def print_tensor(x: TensorLike, message: str = "", summarize: int = 3) -> Any:
    """Print `message` and the value of `x` as `tf.print` does, to `sys.stdout`, and return `x`."""
    if is_symbolic(x):
        return as_layer(print_tensor)(x, message, summarize)
    printing.print(message, x, output_stream=sys.stdout, summarize=summarize)
    return x
