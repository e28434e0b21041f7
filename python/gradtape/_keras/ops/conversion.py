"""What a value is, and tensors of it: conversions, dtypes, shapes, views of the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ... import _core
from ..._autodiff import custom_gradients
from ..._ragged.tensor import RaggedTensor
from ..._sparse.conversion import to_dense
from ..._sparse.tensor import SparseTensor
from ..._structure.composites import is_tensor as is_tensor_or_composite
from ..dtypes import standardize_dtype
from ..promotion import tensor
from ..symbolic import KerasTensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import Array, DTypeLike, TensorLike

F = TypeVar("F", bound=Callable[..., Any])


@operation
def convert_to_tensor(
    x: TensorLike,
    dtype: DTypeLike = None,
    sparse: bool | None = None,
    ragged: bool | None = None,
) -> Any:
    """`x` as a tensor, of `dtype` whatever it was before.

    A ragged one becomes dense unless `ragged` is true, a sparse one where `sparse` is false.

    >>> tf.keras.ops.convert_to_tensor([1.5, 2.5], dtype="int32").numpy().tolist()
    [1, 2]
    """
    if isinstance(x, SparseTensor | RaggedTensor):
        if sparse is not False if isinstance(x, SparseTensor) else ragged:
            return x if dtype is None else x.with_values(_core.cast(x.values, dtype))
        x = to_dense(x) if isinstance(x, SparseTensor) else x.to_tensor()
    return tensor(x, None if dtype is None else standardize_dtype(dtype))


@operation
def array(x: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """`x` as a tensor, of `dtype` whatever it was before.

    >>> tf.keras.ops.array([1, 2]).dtype
    tf.int32
    """
    return convert_to_tensor(x, dtype)


def convert_to_numpy(x: TensorLike) -> Array:
    """A NumPy array of its own with the elements of `x`.

    Errors: `ValueError` for a symbolic tensor.

    >>> tf.keras.ops.convert_to_numpy(tf.constant([1, 2]))
    array([1, 2], dtype=int32)
    """
    if isinstance(x, KerasTensor):
        return np.asarray(x)  # which says that there are none
    return np.array(convert_to_tensor(x, sparse=False).numpy())


def is_tensor(x: TensorLike) -> bool:
    """Whether `x` is a tensor, be it sparse or ragged, or a variable; a symbolic one is neither.

    >>> tf.keras.ops.is_tensor(tf.constant(1)), tf.keras.ops.is_tensor(1)
    (True, False)
    """
    return not isinstance(x, KerasTensor) and is_tensor_or_composite(x)


def shape(x: TensorLike) -> tuple[int | None, ...]:
    """The lengths of the axes; of a symbolic tensor None for those that are open.

    >>> tf.keras.ops.shape(tf.zeros([2, 3]))
    (2, 3)
    """
    found = x.shape if isinstance(x, KerasTensor) else tensor(x).shape
    return tuple(found.as_list())


def ndim(x: TensorLike) -> int:
    """The number of axes.

    >>> tf.keras.ops.ndim([[1, 2]])
    2
    """
    return len(shape(x))


@operation
def size(x: TensorLike) -> _core.Tensor:
    """The number of elements.

    >>> int(tf.keras.ops.size([[1, 2]]))
    2
    """
    return _core.size(tensor(x))


def dtype(x: TensorLike) -> str:
    """The name of the dtype.

    >>> tf.keras.ops.dtype(tf.constant(1.0))
    'float32'
    """
    return standardize_dtype(x.dtype if hasattr(x, "dtype") else tensor(x).dtype)


@operation
def cast(x: TensorLike, dtype: DTypeLike) -> _core.Tensor:
    """`x` in another dtype.

    >>> tf.keras.ops.cast([1.5, -1.5], "int32").numpy().tolist()
    [1, -1]
    """
    return tensor(x, standardize_dtype(dtype))


@operation
def saturate_cast(x: TensorLike, dtype: DTypeLike) -> _core.Tensor:
    """`x` in another dtype; what it cannot hold becomes its smallest or largest number.

    >>> tf.keras.ops.saturate_cast([-1, 300], "uint8").numpy().tolist()
    [0, 255]
    """
    found, name = tensor(x), standardize_dtype(dtype)
    if name == "bool":
        return _core.cast(found > 0 if found.dtype is not _core.bool else found, _core.bool)
    if found.dtype is _core.bool:
        return _core.cast(found, name)
    return _core.saturate_cast(found, name)


@operation
def copy(x: TensorLike) -> _core.Tensor:
    """`x` as a tensor, which never changes.

    >>> tf.keras.ops.copy([1.5]).numpy().tolist()
    [1.5]
    """
    return _core.identity(tensor(x))


@operation
def stop_gradient(variable: TensorLike) -> _core.Tensor:
    """`variable` itself, through which no gradient flows.

    >>> tf.keras.ops.stop_gradient([1.5]).numpy().tolist()
    [1.5]
    """
    return _core.stop_gradient(tensor(variable))


def custom_gradient(f: F) -> F:
    """Decorator: `f` returns its value and a function from upstream gradients to its arguments'.

    >>> @tf.keras.ops.custom_gradient
    ... def double(x):
    ...     return 2.0 * x, lambda upstream: 3.0 * upstream
    >>> float(double(tf.constant(1.0)))
    2.0
    """
    return custom_gradients.custom_gradient(f)


# --- the same bytes -------------------------------------------------------------------------------


@operation
def view(x: TensorLike, dtype: DTypeLike = None) -> _core.Tensor:
    """The bytes of `x` as numbers of another dtype, along the last axis.

    Errors: `ValueError` where their number does not fit.

    >>> tf.keras.ops.view(np.array([1, 256], "int16"), "uint8").numpy().tolist()
    [1, 0, 0, 1]
    """
    found = tensor(x)
    kind = found.dtype if dtype is None else _core.as_dtype(standardize_dtype(dtype))
    sizes = found.shape.as_list()
    if kind.size == found.dtype.size:
        return _core.bitcast(found, kind)
    if not sizes or sizes[-1] * found.dtype.size % kind.size:
        raise ValueError(
            f"The bytes of shape {found.shape} and dtype {found.dtype.name} are no whole number of "
            f"{kind.name} along the last axis."
        )
    *rest, last = sizes
    if kind.size < found.dtype.size:
        return _core.reshape(
            _core.bitcast(found, kind), [*rest, last * found.dtype.size // kind.size]
        )
    each = kind.size // found.dtype.size
    return _core.bitcast(_core.reshape(found, [*rest, last // each, each]), kind)


@operation
def view_as_complex(x: TensorLike) -> _core.Tensor:
    """Complex numbers from pairs of real ones, along the last axis of length 2.

    >>> tf.keras.ops.view_as_complex([[1.0, 2.0]]).numpy().tolist()
    [(1+2j)]
    """
    found = tensor(x)
    if found.shape.rank < 1 or found.shape[-1] != 2:
        raise ValueError(f"The last axis must be of length 2. Received: shape={found.shape}")
    return _core.complex(found[..., 0], found[..., 1])


@operation
def view_as_real(x: TensorLike) -> _core.Tensor:
    """The real and the imaginary part side by side, as a new last axis.

    >>> tf.keras.ops.view_as_real([1 + 2j]).numpy().tolist()
    [[1.0, 2.0]]
    """
    found = tensor(x)
    return _core.stack([_core.real(found), _core.imag(found)], -1)
