"""What graphs need to put operations in order: here they run as they are written."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._ops.assertions import refuse
from .._runtime.eager import outside_functions
from .._runtime.inside import is_traced

if TYPE_CHECKING:
    from .._typing import TensorLike


def control_dependencies(control_inputs: Any) -> nullcontext[None]:
    """A context that changes nothing: what is written before it has run before it.

    A callable among `control_inputs` is called, as TensorFlow does when it executes eagerly.

    >>> v = tf.Variable(1.0)
    >>> with tf.control_dependencies([v.assign_add(1.0)]):
    ...     print(v.numpy())
    2.0
    """
    if callable(control_inputs):
        control_inputs()
    else:
        for item in control_inputs or ():
            if callable(item):
                item()
    return nullcontext()


@contextmanager
def init_scope() -> Iterator[None]:
    """A context in which no tape of this thread records, and random numbers are no function's.

    >>> x = tf.Variable(2.0)
    >>> with tf.GradientTape() as tape:
    ...     with tf.init_scope():
    ...         y = x * x
    ...     z = y + 3.0 * x
    >>> tape.gradient(z, x).numpy().item()
    3.0
    """
    _core.enter_eager()
    try:
        with _core.stop_recording_all(), outside_functions():
            yield
    finally:
        _core.leave_function()


def group(*inputs: Any, name: str | None = None) -> None:
    """Does nothing: its inputs have been computed already.

    >>> tf.group(tf.constant(1.0), tf.constant(2.0))
    """


def no_op(name: str | None = None) -> None:
    """Does nothing.

    >>> tf.no_op()
    """


def tuple(  # noqa: A001
    tensors: Any, control_inputs: Any = None, name: str | None = None
) -> Any:
    """The tensors as they are: they have been computed already.

    >>> tf.tuple([tf.constant(1), None])
    [<tf.Tensor: shape=(), dtype=int32, numpy=1>, None]
    """
    return tensors


def Assert(
    condition: TensorLike,
    data: Sequence[Any],
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raises `InvalidArgumentError`, with the first values of each item of `data`, unless it holds.

    `summarize` is how many values are shown, 3 by default.

    >>> tf.debugging.Assert(tf.constant(1.0) > 0, ["positive"])
    >>> tf.debugging.Assert(False, [tf.range(5)])
    Traceback (most recent call last):
        ...
    gradtape.errors.InvalidArgumentError: Expected 'False' to be true. Summarized data: 0, 1, 2, ...
    """
    if not bool(condition):
        shown = "\n".join(_summary(item, 3 if summarize is None else summarize) for item in data)
        said = str(condition)
        refuse(f"Expected '{said}' to be true. Summarized data: {shown}")


def _summary(item: Any, count: int) -> str:
    values = np.asarray(_core.convert_to_tensor(item).numpy()).ravel()
    shown = [str(value) for value in (values if count < 0 else values[:count])]
    return ", ".join([*shown, "..."] if len(values) > len(shown) else shown)


def timestamp(name: str | None = None) -> _core.Tensor:
    """The seconds since 1970 as a scalar of float64.

    >>> tf.timestamp().dtype
    tf.float64
    """
    return _core.constant(time.time(), dtype=_core.float64)


def inside_function() -> bool:
    """Whether this is called within a `tf.function`, a function of a dataset, or a step of `fit`;
    in a graph, for TensorFlow.

    >>> tf.inside_function(), tf.function(tf.inside_function)().numpy().item()
    (False, True)
    """
    return is_traced()
