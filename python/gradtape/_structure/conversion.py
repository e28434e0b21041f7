"""How objects of a program's own become tensors: functions registered for their classes.

Invariant: what is registered is kept by the class, whose `__tf_tensor__` it becomes, the protocol
by which every operation converts; nothing is looked up when a tensor is made of anything else.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core

_KNOWN = (numbers.Number, np.generic, np.ndarray)
_IMMUTABLE = 1 << 8  # the flag of classes of C that take no attributes


def register_tensor_conversion_function(
    base_type: type | tuple[type, ...], conversion_func: Callable[..., Any], priority: float = 100
) -> None:
    """Tensors are made of objects of `base_type`, or of these classes, by `conversion_func`.

    It is called as `conversion_func(value, dtype=dtype, name=name, as_ref=False)`, with `dtype`
    None if none is asked for, and returns a tensor or `NotImplemented`; of several functions for a
    class that with the smallest `priority` is asked first. `TypeError` for a `base_type` that is no
    class, whose objects are numbers or arrays, or that takes no new attributes as those of C do,
    and for a function that cannot be called; `RuntimeError` when it returns something else.

    >>> class Length:
    ...     def __init__(self, meters):
    ...         self.meters = meters
    >>> def converted(value, dtype=None, name=None, as_ref=False):
    ...     return tf.constant(value.meters, dtype)
    >>> tf.register_tensor_conversion_function(Length, converted)
    >>> tf.square(Length([1.0, 2.0])).numpy().tolist()
    [1.0, 4.0]
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(each, type) for each in types):
        raise TypeError(
            f"Argument `base_type` must be a type or a tuple of types. Obtained: {base_type}"
        )
    if any(issubclass(each, _KNOWN) for each in types):
        raise TypeError(
            "Cannot register conversions for Python numeric types and NumPy scalars and arrays."
        )
    if not callable(conversion_func):
        raise TypeError(f"Argument `conversion_func` must be callable. Received {conversion_func}.")
    fixed = [each.__name__ for each in types if each.__flags__ & _IMMUTABLE]
    if fixed:
        raise TypeError(f"cannot set '__tf_tensor__' of immutable types: {', '.join(fixed)}")
    for each in types:
        functions = [*vars(each).get("_tensor_conversions", ()), (priority, conversion_func)]
        ordered: Any = sorted(functions, key=lambda pair: pair[0])
        each._tensor_conversions = ordered  # type: ignore[attr-defined]
        each.__tf_tensor__ = _converted  # type: ignore[attr-defined]


def _converted(self: Any, dtype: _core.DType | None = None, name: str | None = None) -> Any:
    """The tensor that the first function which knows `self` makes of it."""
    for base in type(self).__mro__:
        for _, function in vars(base).get("_tensor_conversions", ()):
            made = function(self, dtype=dtype, name=name, as_ref=False)
            if made is NotImplemented:
                continue
            if not isinstance(made, _core.Tensor | _core.Variable):
                raise RuntimeError(
                    f"Conversion function {function} for type {base} returned non-Tensor: {made}"
                )
            return made
    raise ValueError(
        f"Attempt to convert a value ({self!r}) with an unsupported type ({type(self)}) to a "
        "Tensor."
    )
