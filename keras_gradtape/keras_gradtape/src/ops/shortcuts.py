"""Binary operations and products of tensors of one type, which is nearly all of them.

Keras's functions convert both operands, look up the type of the result and convert again. Where
both are tensors of one type that type is the result's, and the operation is gradtape's. What is not
plain is passed on, so that the answers are those of the functions that these replace.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any

from keras.src.backend.common.dtypes import result_type

import gradtape

_Tensor = gradtape.Tensor
# Keras's results have these types where both operands do; it makes others, such as int64, narrower.
_KEPT = frozenset((gradtape.float32, gradtape.float16, gradtape.bfloat16))
_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": gradtape.add,
    "subtract": gradtape.subtract,
    "multiply": gradtape.multiply,
    "divide": gradtape.divide,
    "true_divide": gradtape.divide,
    "maximum": gradtape.maximum,
    "minimum": gradtape.minimum,
}


def replace_in(numpy: ModuleType) -> None:
    """Puts the short ways before the functions of the borrowed `numpy`."""
    for name, operation in _OPERATIONS.items():
        setattr(numpy, name, _shortened(operation, getattr(numpy, name)))
    numpy.matmul = _shortened_product(numpy.matmul)  # type: ignore[attr-defined]
    numpy.nanquantile = _of_results_type(numpy.nanquantile)  # type: ignore[attr-defined]


def _shortened(operation: Callable[..., Any], general: Callable[..., Any]) -> Callable[..., Any]:
    def short(x1: Any, x2: Any) -> Any:
        if type(x1) is _Tensor and x1.dtype in _KEPT:
            if type(x2) is float or (type(x2) is _Tensor and x2.dtype is x1.dtype):
                return operation(x1, x2)
        elif type(x1) is float and type(x2) is _Tensor and x2.dtype in _KEPT:
            return operation(x1, x2)
        return general(x1, x2)

    short.__name__ = short.__qualname__ = general.__name__
    short.__doc__ = general.__doc__
    return short


def _shortened_product(general: Callable[..., Any]) -> Callable[..., Any]:
    def matmul(x1: Any, x2: Any) -> Any:
        if type(x1) is _Tensor and type(x2) is _Tensor:
            kind = x1.dtype
            if kind in _KEPT and x2.dtype is kind and len(x1.shape) == 2 == len(x2.shape):
                return gradtape.matmul(x1, x2)
        return general(x1, x2)

    return matmul


def _of_results_type(general: Callable[..., Any]) -> Callable[..., Any]:
    """The borrowed function expects results of the type of `x`, which may not be a result's."""

    @functools.wraps(general)
    def nanquantile(x: Any, *args: Any, **kwargs: Any) -> Any:
        x = gradtape.convert_to_tensor(x)
        return general(gradtape.cast(x, result_type(x.dtype.name, float)), *args, **kwargs)

    return nanquantile
