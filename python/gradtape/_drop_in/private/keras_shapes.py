"""What layers of a program's own call: shapes as tuples, lists of one, counts of parameters.

And numbers of Python for tensors that hold one.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import _core
from ..._structure import nest


def shape_type_conversion(fn: Callable[..., Any]) -> Callable[..., Any]:
    """A method that gets shapes as tuples and returns them as `TensorShape`.

    >>> from gradtape._drop_in.private.keras_shapes import shape_type_conversion
    >>> shape_type_conversion(lambda self, shape: (shape[0], 3))(None, [None, 2])
    TensorShape([None, 3])
    """

    @functools.wraps(fn)
    def wrapped(instance: Any, input_shape: Any) -> Any:
        if input_shape is not None:
            input_shape = convert_shapes(input_shape, to_tuples=True)
        found = fn(instance, input_shape)
        return None if found is None else convert_shapes(found, to_tuples=False)

    return wrapped


def convert_shapes(input_shape: Any, to_tuples: bool = True) -> Any:
    """All shapes of a structure as tuples, or as `TensorShape`."""
    if _is_shape(input_shape):
        shape = _core.TensorShape(input_shape)
        return shape if not to_tuples or shape.rank is None else tuple(shape.as_list())
    if isinstance(input_shape, dict):
        return {key: convert_shapes(one, to_tuples) for key, one in input_shape.items()}
    return type(input_shape)(convert_shapes(one, to_tuples) for one in input_shape)


def _is_shape(value: Any) -> bool:
    if value is None or isinstance(value, _core.TensorShape):
        return True
    plain = isinstance(value, (list, tuple))
    return plain and all(size is None or isinstance(size, int) for size in value)


def is_tensor_or_tensor_list(v: Any) -> bool:
    """Whether this is a tensor, or a list that begins with one."""
    first = nest.flatten(v)[:1]
    return bool(first) and isinstance(first[0], _core.Tensor)


def sync_to_numpy_or_python_type(tensors: Any) -> Any:
    """The structure with arrays of NumPy for its tensors, and numbers of Python for scalars.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private.keras_shapes import sync_to_numpy_or_python_type
    >>> sync_to_numpy_or_python_type({"loss": tf.constant(0.5), "epoch": 3})
    {'loss': 0.5, 'epoch': 3}
    """
    return nest.map_structure(_plain, tensors)


def _plain(value: Any) -> Any:
    if isinstance(value, _core.Tensor):
        value = value.numpy()
    is_scalar = isinstance(value, (np.ndarray, np.generic)) and np.ndim(value) == 0
    return value.item() if is_scalar else value


# Its name in the versions before 2.5.
to_numpy_or_python_type = sync_to_numpy_or_python_type


def to_list(x: Any) -> list[Any]:
    """A list as it is, anything else as the only item of one."""
    return x if isinstance(x, list) else [x]


def unpack_singleton(x: Any) -> Any:
    """The only item of a list, another list as it is."""
    return x[0] if len(x) == 1 else x


def is_all_none(structure: Any) -> bool:
    """Whether there is nothing in a structure."""
    return all(leaf is None for leaf in nest.flatten(structure))


def has_arg(fn: Callable[..., Any], name: str, accept_all: bool = False) -> bool:
    """Whether a function takes an argument of this name.

    >>> from gradtape._drop_in.private.keras_shapes import has_arg
    >>> has_arg(lambda x, training: x, "training")
    True
    """
    parameters = inspect.signature(fn).parameters.values()
    takes_all = any(one.kind is one.VAR_KEYWORD for one in parameters)
    names = [
        one.name for one in parameters if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)
    ]
    return name in names or (accept_all and takes_all)


def slice_arrays(arrays: Any, start: Any = None, stop: Any = None) -> Any:
    """A part of each array: from `start` to `stop`, or the places in a list `start`."""
    if arrays is None:
        return [None]
    if isinstance(arrays, list):
        return [None if one is None else _sliced(one, start, stop) for one in arrays]
    return _sliced(arrays, start, stop)


def _sliced(array: Any, start: Any, stop: Any) -> Any:
    return array[start] if hasattr(start, "__len__") else array[start:stop]


def to_snake_case(name: str) -> str:
    """`BatchNorm2D` as `batch_norm2d`."""
    words = re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", words).lower()


def count_params(weights: Any) -> int:
    """How many numbers are in these variables, each counted once."""
    unique = {id(weight): weight for weight in weights}
    return sum(math.prod(weight.shape.as_list()) for weight in unique.values())


def print_summary(
    model: Any, line_length: int | None = None, positions: Any = None, print_fn: Any = None
) -> None:
    """`model.summary()`."""
    model.summary(line_length=line_length, positions=positions, print_fn=print_fn)
