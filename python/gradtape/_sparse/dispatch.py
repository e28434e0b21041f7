"""Functions of the core on sparse tensors: those that leave a zero a zero, and shapes.

As in TensorFlow there are few; `tf.sparse` has the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .tensor import SparseTensor, lengths

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike

_OF_ONE = ("abs", "cast", "erf", "identity", "negative", "sign", "sqrt", "square", "tanh")


def dispatched(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """The answer of a function of the core to arguments of which one is sparse.

    `ValueError` for a function that does not take sparse tensors.
    """
    name, (first, *rest) = function.__name__, arguments.values()
    if isinstance(first, SparseTensor):
        if name in _OF_ONE:
            key, *_ = arguments
            return first.with_values(function(**{**arguments, key: first.values}))
        if name in _SPECIAL:
            return _SPECIAL[name](first, *rest)
    raise ValueError(
        f"{name} does not take a SparseTensor. Use its values, tf.sparse, or tf.sparse.to_dense."
    )


def _shape(x: SparseTensor, out_type: DTypeLike = None, name: str | None = None) -> _core.Tensor:
    return _core.cast(x.dense_shape, out_type or _core.int32)


def _size(x: SparseTensor, out_type: DTypeLike = None, name: str | None = None) -> _core.Tensor:
    return _core.constant(math.prod(lengths(x)), out_type or _core.int32)


def _rank(x: SparseTensor, name: str | None = None) -> _core.Tensor:
    return _core.constant(len(lengths(x)), _core.int32)


def _divided(x: SparseTensor, y: TensorLike, name: str | None = None) -> SparseTensor:
    return x / y


_SPECIAL: dict[str, Callable[..., Any]] = {
    "divide": _divided,
    "rank": _rank,
    "shape": _shape,
    "size": _size,
    "truediv": _divided,
}

SparseTensor._answer = staticmethod(dispatched)
