"""`py_function` and `numpy_function`: Python functions called with tensors or with arrays.

`py_function` hands over tensors, so what it does is recorded and differentiable. `numpy_function`
hands over arrays, which leaves the tape: gradients through it are None.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core, errors
from .._runtime.eager import outside_functions
from .._runtime.inside import is_inside
from .._runtime.once import aside
from .._runtime.run_for_traces import require_data
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from .foreign_errors import called


def py_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    name: str | None = None,
) -> Any:
    """`func(*inp)` with the inputs as tensors and the results converted to `Tout`.

    `Tout` is a dtype, a `TensorSpec`, or a list of them (then the answer is a list; `[]` for
    none). Of more results the first are taken. An exception of `func` is TensorFlow's error for
    it as well; `ValueError` if a tensor that it returned has another dtype, or there are fewer
    results.

    >>> import gradtape as tf
    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = tf.py_function(lambda t: t * t, [x], tf.float32)
    >>> float(tape.gradient(y, x))
    6.0

    Without `func` it is a decorator, whose function is then called with its arguments:

    >>> @tf.py_function(Tout=tf.float32)
    ... def double(t):
    ...     return 2.0 * t
    >>> float(double(4.0))
    8.0
    """
    if func is None or inp is None or Tout is None:
        return _decorator(py_function, "tf.py_function", func, inp, Tout)
    _require_callable(func)
    require_data()
    inputs = nest.map_structure(_core.convert_to_tensor, inp)
    with aside(), outside_functions():
        results = called(func, inputs, is_inside())
    return called(_convert_results, (results, Tout), is_inside())


def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """`func(*inp)` with the inputs as NumPy arrays.

    In a `tf.function` or a dataset's function scalars are NumPy's (of text: `bytes`); elsewhere
    they are arrays too, and what is no tensor becomes one as in `np.array`.

    Not differentiable.

    The results become tensors of their own dtype. In a `tf.function` or a dataset's function `Tout`
    says how many there are, one or a list of so many; elsewhere they come as `func` returns them,
    in a list if there are several.

    >>> import gradtape as tf
    >>> import numpy as np
    >>> tf.numpy_function(np.sinh, [tf.constant([0.0])], tf.float32).numpy().tolist()
    [0.0]

    Without `func` it is a decorator:

    >>> @tf.numpy_function(Tout=tf.float64)
    ... def total(x):
    ...     return np.sum(x)
    >>> float(total(tf.constant([1.0, 2.0], tf.float64)))
    3.0
    """
    if func is None or inp is None or Tout is None:
        return _decorator(numpy_function, "tf.numpy_function", func, inp, Tout)
    _require_callable(func)
    require_data()
    with aside(), outside_functions():
        if is_inside():
            arrays = [_core.convert_to_tensor(value).numpy() for value in inp]
            result = called(func, arrays, True)
        else:
            result = func(*(np.array(value) for value in inp))
    if not is_inside() and not (nest.is_nested(Tout) and _has_structures(Tout)):
        found = [None if x is None else _core.convert_to_tensor(x) for x in nest.flatten(result)]
        return found[0] if len(found) == 1 else found
    if not isinstance(Tout, (list, tuple, dict)):
        return _core.convert_to_tensor(result)
    values = _listed(_values(result, Tout), len(nest.flatten(Tout)))
    return _packed(Tout, [_core.convert_to_tensor(value) for value in values])


def _decorator(
    function: Callable[..., Any], name: str, func: Callable[..., Any] | None, inp: Any, wanted: Any
) -> Callable[..., Any]:
    """The decorator that such a function is without `func`; `TypeError` if other arguments lack."""
    if wanted is None:
        raise TypeError(
            f"Missing required argument: 'Tout'\n  If using {name} as a decorator, set `Tout`\n  "
            f"**by name** above the function:\n  `@{name}(Tout=tout)`"
        )
    if func is not None:
        raise TypeError(
            "Missing argument `inp`:\n  You must set the `inp` argument (the list of arguments to "
            f"the\n  function), unless you use `{name}` as a decorator(`func=None`)."
        )
    if inp is not None:
        raise TypeError(
            f"Don't set the `inp` argument when using {name} as a decorator (`func=None`)."
        )

    def decorate(decorated: Callable[..., Any]) -> Callable[..., Any]:
        _require_callable(decorated)

        @functools.wraps(decorated)
        def called(*args: Any) -> Any:
            return function(decorated, args, wanted)

        return called

    return decorate


def _values(result: Any, wanted: Any) -> Any:
    """The values in a structure that a function returned: a list in it is one, if one is wanted."""
    if not isinstance(result, (list, tuple, dict)):
        return result
    flat = isinstance(result, (list, tuple)) and not _has_structures(wanted)
    return result if flat and len(result) == len(wanted) else nest.flatten(result)


def _has_structures(wanted: Any) -> bool:
    inner = wanted.values() if isinstance(wanted, dict) else wanted
    return isinstance(wanted, dict) or any(isinstance(one, (list, tuple, dict)) for one in inner)


def _packed(wanted: Any, values: list[Any]) -> Any:
    """Values as a list, or structured as `Tout` is if that has structures in it."""
    return nest.pack_sequence_as(wanted, values) if _has_structures(wanted) else values


def _require_callable(func: Any) -> None:
    if not callable(func):
        raise ValueError(
            f"Expected func to be callable. Received func={func} of type {type(func)}."
        )


def _convert_results(result: Any, wanted: Any) -> Any:
    if not isinstance(wanted, (list, tuple, dict)):
        return _convert(_first(result), wanted)
    dtypes = nest.flatten(wanted)
    values = _listed(_values(result, wanted), len(dtypes))
    return _packed(
        wanted, [_convert(one, dtype) for one, dtype in zip(values, dtypes, strict=True)]
    )


def _first(result: Any) -> Any:
    """The one value that is asked for, of several the first."""
    several = isinstance(result, (list, tuple)) and len(result) > 0
    return result[0] if several else result


def _listed(result: Any, count: int) -> list[Any]:
    """The first `count` values that a function returned; None counts as no value."""
    values = (
        list(result) if isinstance(result, (list, tuple)) else [] if result is None else [result]
    )[: count or None]
    if len(values) != count:
        raise errors.InvalidArgumentError(
            None, None, f"The function returned {len(values)} values where Tout names {count}."
        )
    return values


def _convert(value: Any, wanted: _core.DType) -> Any:
    dtype = wanted.dtype if isinstance(wanted, TensorSpec) else wanted
    return _core.convert_to_tensor(value, dtype)
