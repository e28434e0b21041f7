"""`py_function` and `numpy_function`: Python functions called with tensors or with arrays.

`py_function` hands over tensors, so what it does is recorded and differentiable. `numpy_function`
hands over arrays, which leaves the tape: gradients through it are None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _core
from .._structure import nest
from .._structure.tensor_spec import TensorSpec


def py_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    name: str | None = None,
) -> Any:
    """`func(*inp)` with the inputs as tensors and the results converted to `Tout`.

    `Tout` is a dtype, a `TensorSpec`, or a list of them (then the answer is a list; `[]` for
    none). An exception of `func` propagates; `ValueError` if a tensor that it returned has another
    dtype, or the counts differ.

    >>> import gradtape as tf
    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = tf.py_function(lambda t: t * t, [x], tf.float32)
    >>> float(tape.gradient(y, x))
    6.0
    """
    _require_callable(func)
    inputs = nest.map_structure(_core.convert_to_tensor, [] if inp is None else inp)
    return _convert_results(func(*inputs), Tout)  # type: ignore[misc]


def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """`func(*inp)` with the inputs as NumPy arrays; not differentiable.

    The results become tensors of their own dtype. `Tout` says how many there are: one, or a list
    of so many.

    >>> import gradtape as tf
    >>> import numpy as np
    >>> tf.numpy_function(np.sinh, [tf.constant([0.0])], tf.float32).numpy().tolist()
    [0.0]
    """
    import numpy as np  # loaded anyway when arrays are used

    _require_callable(func)
    arrays = [
        np.asarray(_core.convert_to_tensor(value).numpy()) for value in ([] if inp is None else inp)
    ]
    result = func(*arrays)  # type: ignore[misc]
    if not isinstance(Tout, (list, tuple)):
        return _core.convert_to_tensor(result)
    return [_core.convert_to_tensor(value) for value in _listed(result, len(Tout))]


def _require_callable(func: Any) -> None:
    if not callable(func):
        raise ValueError(
            f"Expected func to be callable. Received func={func} of type {type(func)}."
        )


def _convert_results(result: Any, wanted: Any) -> Any:
    if not isinstance(wanted, (list, tuple)):
        return _convert(result, wanted)
    values = _listed(result, len(wanted))
    return [_convert(value, dtype) for value, dtype in zip(values, wanted, strict=True)]


def _listed(result: Any, count: int) -> list[Any]:
    """What a function returned, as a list of `count` values; None counts as no value."""
    values = (
        list(result) if isinstance(result, (list, tuple)) else [] if result is None else [result]
    )
    if len(values) != count:
        raise ValueError(f"The function returned {len(values)} values where Tout names {count}.")
    return values


def _convert(value: Any, wanted: Any) -> Any:
    dtype = wanted.dtype if isinstance(wanted, TensorSpec) else wanted
    return _core.convert_to_tensor(value, dtype)
