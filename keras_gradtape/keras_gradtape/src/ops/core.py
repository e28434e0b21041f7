"""Keras's `core` operations: conversions, branches and loops, pieces of tensors."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from keras.src.backend.common import is_int_dtype, standardize_dtype
from keras.src.backend.common.keras_tensor import KerasTensor
from keras.src.backend.common.name_scope import name_scope

import gradtape

from ..variable import Variable
from .loops import associative_scan, fori_loop, map, scan, switch, while_loop
from .symbolic import compute_output_spec

SUPPORTS_SPARSE_TENSORS = False
SUPPORTS_RAGGED_TENSORS = False
SUPPORTS_COMPLEX_DTYPES = True
# Nothing but this: callbacks are called where they stand, not by a pool of threads.
IS_THREAD_SAFE = False

__all__ = [
    "IS_THREAD_SAFE",
    "SUPPORTS_COMPLEX_DTYPES",
    "SUPPORTS_RAGGED_TENSORS",
    "SUPPORTS_SPARSE_TENSORS",
    "Variable",
    "associative_scan",
    "cast",
    "compute_output_spec",
    "cond",
    "convert_to_numpy",
    "convert_to_tensor",
    "custom_gradient",
    "device_scope",
    "fori_loop",
    "is_tensor",
    "map",
    "name_scope",
    "random_seed_dtype",
    "remat",
    "scan",
    "scatter",
    "scatter_update",
    "shape",
    "slice",
    "slice_update",
    "stop_gradient",
    "switch",
    "unstack",
    "vectorized_map",
    "while_loop",
]

_Tensor = gradtape.Tensor
_TENSORS = (_Tensor, gradtape.Variable, gradtape.SparseTensor, gradtape.RaggedTensor)
_COMPOSITE = (gradtape.SparseTensor, gradtape.RaggedTensor, gradtape.IndexedSlices)


# --- Conversions --------------------------------------------------------------------------------


def convert_to_tensor(
    x: Any, dtype: Any = None, sparse: bool | None = None, ragged: bool | None = None
) -> Any:
    """A tensor with the elements of `x`; a sparse or ragged one is filled up."""
    if sparse:
        raise ValueError("`sparse=True` is not supported with the gradtape backend")
    if ragged:
        raise ValueError("`ragged=True` is not supported with the gradtape backend")
    if type(x) is not _Tensor:
        x = _tensor_of(x, dtype)
    if dtype is None:
        return x
    dtype = standardize_dtype(dtype)
    return x if x.dtype.name == dtype else gradtape.cast(x, dtype)


def _tensor_of(x: Any, dtype: Any) -> Any:
    """A tensor of a type that can be cast to `dtype`."""
    if isinstance(x, Variable):
        return x.value
    if isinstance(x, gradtape.Variable):
        return gradtape.convert_to_tensor(x)
    if isinstance(x, _COMPOSITE):
        return _dense(x)
    if isinstance(x, KerasTensor):
        raise ValueError(
            f"A KerasTensor has no values that could be converted. Received: {x}. It stands for "
            "the inputs and outputs of layers while a model is built; use layers, or operations "
            "of `keras.ops`, on it."
        )
    if isinstance(x, np.ndarray | np.generic) or dtype is None:
        return gradtape.convert_to_tensor(x)
    kind = standardize_dtype(dtype)
    if kind == "bool" or is_int_dtype(kind):
        return gradtape.convert_to_tensor(x)
    try:
        return gradtape.convert_to_tensor(x, dtype=kind)
    except (TypeError, ValueError):  # a list of tensors of another type, say
        return gradtape.convert_to_tensor(x)


def _dense(x: Any) -> Any:
    if isinstance(x, gradtape.SparseTensor):
        return gradtape.sparse.to_dense(x)
    return x.to_tensor() if isinstance(x, gradtape.RaggedTensor) else gradtape.convert_to_tensor(x)


def convert_to_numpy(x: Any) -> Any:
    """A NumPy array of its own with the elements of `x`."""
    return np.array(_dense(x) if isinstance(x, _COMPOSITE) else x)


def is_tensor(x: Any) -> bool:
    """Whether `x` is a tensor or a variable of gradtape."""
    return isinstance(x, _TENSORS)


def shape(x: Any) -> tuple[Any, ...]:
    """The lengths of the axes."""
    if type(x) is not _Tensor:
        if isinstance(x, KerasTensor):
            return x.shape
        if not hasattr(x, "shape"):
            x = convert_to_tensor(x)
    return tuple(x.shape)


def cast(x: Any, dtype: Any) -> Any:
    """The elements in another type."""
    if type(x) is _Tensor:
        dtype = standardize_dtype(dtype)
        return x if x.dtype.name == dtype else gradtape.cast(x, dtype)
    return convert_to_tensor(x, dtype)


def stop_gradient(variable: Any) -> Any:
    return gradtape.stop_gradient(variable)


def random_seed_dtype() -> str:
    return "int64"


# --- Branches and functions ---------------------------------------------------------------------


def cond(pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any]) -> Any:
    """What the function that the scalar `pred` chooses returns; the other is not called."""
    if isinstance(pred, Variable):
        pred = pred.value
    return true_fn() if pred else false_fn()


def vectorized_map(function: Callable[[Any], Any], elements: Any) -> Any:
    """`function` of each row of `elements`, stacked."""
    return map(function, elements)


def custom_gradient(fun: Callable[..., Any]) -> Callable[..., Any]:
    """`fun` returns its value and a function from upstream gradients to those of its arguments."""
    return gradtape.custom_gradient(fun)


def remat(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f`, computed again in the backward pass instead of being kept."""
    return gradtape.recompute_grad(f)


@contextlib.contextmanager
def device_scope(device_name: Any) -> Iterator[None]:
    """There is one device."""
    with gradtape.device(device_name):
        yield


# --- Pieces of tensors --------------------------------------------------------------------------


def scatter(indices: Any, values: Any, shape: Any) -> Any:
    """Zeros of `shape` to which `values` are added at `indices`."""
    return gradtape.scatter_nd(indices, values, shape)


_UPDATES: dict[str | None, Callable[..., Any]] = {
    None: gradtape.tensor_scatter_nd_update,
    "add": gradtape.tensor_scatter_nd_add,
    "max": gradtape.tensor_scatter_nd_max,
    "min": gradtape.tensor_scatter_nd_min,
}


def scatter_update(inputs: Any, indices: Any, updates: Any, reduction: str | None = None) -> Any:
    """`inputs` with `updates` at `indices`, or combined with what is there."""
    inputs = convert_to_tensor(inputs)
    updates = convert_to_tensor(updates, inputs.dtype)
    if reduction == "mul":
        return _scatter_product(inputs, convert_to_tensor(indices), updates)
    if reduction not in _UPDATES:
        raise ValueError(f"Unsupported reduction: {reduction}")
    return _UPDATES[reduction](inputs, indices, updates)


def _scatter_product(inputs: Any, indices: Any, updates: Any) -> Any:
    """One update after the other, since an index may occur again."""
    for row, update in zip(gradtape.unstack(indices), gradtape.unstack(updates)):
        there = gradtape.gather_nd(inputs, row)
        inputs = gradtape.tensor_scatter_nd_update(inputs, [row], [there * update])
    return inputs


def slice(inputs: Any, start_indices: Any, shape: Any) -> Any:
    """The block of `shape` that begins at `start_indices`."""
    return gradtape.slice(inputs, start_indices, shape)


def slice_update(inputs: Any, start_indices: Any, updates: Any) -> Any:
    """`inputs` with the block that begins at `start_indices` replaced by `updates`."""
    inputs = convert_to_tensor(inputs)
    updates = convert_to_tensor(updates, inputs.dtype)
    sizes, room = tuple(updates.shape), tuple(inputs.shape)
    if not sizes:
        return updates
    # A block that would reach out begins as late as it can.
    starts = [
        min(max(int(start), 0), most - size)
        for start, size, most in zip(start_indices, sizes, room)
    ]
    ranges = [gradtape.range(start, start + size) for start, size in zip(starts, sizes)]
    places = gradtape.stack(gradtape.meshgrid(*ranges, indexing="ij"), axis=-1)
    return gradtape.tensor_scatter_nd_update(inputs, places, updates)


def unstack(x: Any, num: int | None = None, axis: int = 0) -> list[Any]:
    """The slices along an axis."""
    return gradtape.unstack(x, num=num, axis=axis)
