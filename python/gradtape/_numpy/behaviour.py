"""`experimental_enable_numpy_behavior`: operators, indexing and methods of tensors as NumPy's.

It holds for the whole process from the call on, as in TensorFlow; functions such as `tf.add` keep
their rules. Methods are those of `_METHODS`, a function of this room for each.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from . import arranging, asking, choosing, elementwise, indexing, products, promotion, reducing

_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
_BITS = ("and", "or", "xor")
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_OPERATORS = [f"__{side}{name}__" for name in _ARITHMETIC + _BITS for side in ("", "r")]
_OPERATORS += [f"__{name}__" for name in _COMPARISONS]
_PLAIN = bool | int | float | complex | list | tuple | np.ndarray | np.generic

Function = Callable[..., Any]
_METHODS: dict[str, Function] = {
    "__pos__": elementwise.positive,
    "__round__": lambda a, decimals=0: elementwise.around(a, decimals),
    "all": reducing.all,
    "any": reducing.any,
    "argmax": reducing.argmax,
    "argmin": reducing.argmin,
    "argsort": reducing.argsort,
    "astype": _core.cast,
    "clip": elementwise.clip,
    "compress": lambda a, condition, axis=None: choosing.compress(condition, a, axis),
    "copy": _core.identity,
    "cumprod": reducing.cumprod,
    "cumsum": reducing.cumsum,
    "diagonal": choosing.diagonal,
    "dot": products.dot,
    "flatten": arranging.flatten,
    "item": lambda a, *place: a.numpy().item(*place),
    "max": reducing.max,
    "mean": reducing.mean,
    "min": reducing.min,
    "nonzero": choosing.nonzero,
    "prod": reducing.prod,
    "ptp": reducing.ptp,
    "ravel": arranging.ravel,
    "repeat": arranging.repeat,
    "reshape": lambda a, *shape: arranging.reshape(a, _one_or_many(shape)),
    "round": elementwise.around,
    "squeeze": arranging.squeeze,
    "std": reducing.std,
    "sum": reducing.sum,
    "swapaxes": arranging.swapaxes,
    "take": choosing.take,
    "tolist": lambda a: a.numpy().tolist(),
    "trace": choosing.trace,
    "transpose": lambda a, *axes: arranging.transpose(a, _one_or_many(axes) if axes else None),
    "var": reducing.var,
}
_PROPERTIES: dict[str, Function] = {
    "T": arranging.transpose,
    "data": lambda a: a,
    "imag": elementwise.imag,
    "real": elementwise.real,
    "size": asking.size,
}


def _one_or_many(given: tuple[Any, ...]) -> Any:
    return given[0] if len(given) == 1 else given


def experimental_enable_numpy_behavior(
    prefer_float32: bool = False, dtype_conversion_mode: str = "legacy"
) -> None:
    """From now on tensors behave as NumPy's arrays: dtypes promote, arrays index.

    In operators, also those of variables, both sides become what NumPy would compute in: `int32`
    and `float32` give `float64`, Python's numbers widen nothing of their kind. With
    `prefer_float32` Python's floats count as `float32`. `x[[0, 2]]` picks rows. Tensors get `T`,
    `size`, `astype`, `reshape`, `sum`, `mean` and the like. `tf`'s own functions do not change.
    Errors: `ValueError` for a mode other than `legacy` and `off` (no promotion in operators).

    >>> tf.experimental.numpy.experimental_enable_numpy_behavior  # for the whole process
    <function experimental_enable_numpy_behavior at ...>
    """
    if dtype_conversion_mode not in ("legacy", "off"):
        raise ValueError(
            f"dtype_conversion_mode={dtype_conversion_mode!r} is not there: use 'legacy', which "
            "promotes as NumPy does, or 'off'"
        )
    promotion.prefer_float32(bool(prefer_float32))
    _change_tensors()
    if dtype_conversion_mode == "legacy":
        _change_operators()


@functools.cache
def _change_tensors() -> None:
    """Gives tensors NumPy's methods and indices."""
    kind: Any = _core.Tensor
    for name, function in _METHODS.items():
        setattr(kind, name, _method(name, function))
    for name, function in _PROPERTIES.items():
        setattr(kind, name, property(function))
    plain = kind.__getitem__

    def item(self: _core.Tensor, key: Any) -> Any:
        return indexing.chosen(self, key) if indexing.is_advanced(key) else plain(self, key)

    kind.__getitem__ = item


def _method(name: str, function: Function) -> Function:
    def method(self: _core.Tensor, *args: Any, **kwargs: Any) -> Any:
        return function(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"As `ndarray.{name}`."
    return method


@functools.cache
def _change_operators() -> None:
    """Makes the operators of tensors and variables promote."""
    kind: Any = _core.Operand
    for name in _OPERATORS:
        setattr(kind, name, _promoting(getattr(kind, name)))


def _promoting(operator: Function) -> Function:
    @functools.wraps(operator)
    def call(self: Any, other: Any, *rest: Any) -> Any:
        if not isinstance(other, _core.Operand | _PLAIN):
            return operator(self, other, *rest)
        return operator(*promotion.arrays_of(self, other), *rest)

    return call
