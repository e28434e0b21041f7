"""`gradients` and `hessians`: of anything that a `tf.function` computes, by anything it knows.

TensorFlow reads them from the function's graph. Here a function that asks for them runs with a tape
that watches every operation. Where its code does not say so, it asks when it first runs: then it is
stopped, and runs from the start.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from .. import _core
from .._structure import nest
from .unconnected_gradients import UnconnectedGradients

_TEXT = (
    "{} is not supported when eager execution is enabled. Use tf.GradientTape instead.\n"
    "What to do: call it within a tf.function, or watch what it is about on a tape."
)
_here = threading.local()


class NeedsTape(RuntimeError):
    """What runs asks for gradients of a graph, and is on no tape."""


def mentions_gradients(function: Any) -> bool:
    """Whether the code of a function says by its names that it will ask."""
    code = getattr(function, "__code__", None)
    return code is not None and not {"gradients", "hessians"}.isdisjoint(code.co_names)


def on_tape(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`function(*args, **kwargs)`, in which `gradients` works."""
    outer = getattr(_here, "tape", None)
    with _core.GradientTape(persistent=True) as tape:
        tape._watch_everything()  # type: ignore[attr-defined]
        _here.tape = tape
        try:
            return function(*args, **kwargs)
        finally:
            _here.tape = outer


def without_gradients(run: Callable[[], Any]) -> Any:
    """What `run` returns, through which no gradient flows. On a tape that `gradients` asks, what
    runs may still ask for gradients of what it computes itself."""
    if getattr(_here, "tape", None) is None:
        with _core.stop_recording_all():
            return run()
    return nest.map_structure(_stopped, run(), expand_composites=True)


def _stopped(value: Any) -> Any:
    return _core.stop_gradient(value) if isinstance(value, _core.Tensor) else value


def on_tape_if_asked(function: Callable[..., Any], *args: Any) -> Any:
    """`function(*args)`; once more on a tape if it asks for gradients."""
    try:
        return function(*args)
    except NeedsTape:
        return on_tape(function, *args)


def _symbol_in(*structures: Any) -> Any:
    """A symbolic tensor of a model, which says what stands for a call with it; None without one."""
    leaves = nest.flatten(structures)
    return next((leaf for leaf in leaves if hasattr(leaf, "__tensor_function__")), None)


def _tape(name: str) -> _core.GradientTape:
    tape = getattr(_here, "tape", None)
    if tape is None:
        raise NeedsTape(_TEXT.format(name))
    return tape


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = UnconnectedGradients.NONE,
) -> list[Any]:
    """The gradients of the sum of `ys` for each of `xs`, within a `tf.function`.

    A list, with None for what `ys` do not depend on. `grad_ys` are the gradients that begin, one
    for each of `ys`. Between symbolic tensors it is a part of a model. `RuntimeError` otherwise
    outside of a function, `ValueError` for `stop_gradients`: use `tf.stop_gradient` where the
    function computes.

    >>> @tf.function
    ... def slope(x):
    ...     return tf.gradients(x**3, x)[0]
    >>> print(slope(tf.constant([1.0, 2.0])).numpy())
    [ 3. 12.]
    """
    if stop_gradients is not None:
        raise ValueError("tf.gradients takes no stop_gradients here: use tf.stop_gradient.")
    symbol = _symbol_in(ys, xs)
    if symbol is not None:
        call = {"ys": ys, "xs": xs, "grad_ys": grad_ys}
        return symbol.__tensor_function__(gradients, call)
    tape = _tape("tf.gradients")
    targets, sources = nest.flatten(ys), nest.flatten(xs)
    begin = None if grad_ys is None else nest.flatten(grad_ys)
    return tape.gradient(
        targets, sources, output_gradients=begin, unconnected_gradients=unconnected_gradients
    )


def hessians(
    ys: Any,
    xs: Any,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    name: str = "hessians",
) -> list[Any]:
    """The second derivatives of the sum of `ys` for each of `xs`, within a `tf.function`.

    Each has the shape of its x, twice. `RuntimeError` outside of a function.

    >>> @tf.function
    ... def curvature(x):
    ...     return tf.hessians(tf.reduce_sum(x**3), x)[0]
    >>> curvature(tf.constant([1.0, 2.0])).numpy().tolist()
    [[6.0, 0.0], [0.0, 12.0]]
    """
    tape = _tape("tf.hessians")
    return [tape.jacobian(tape.gradient(ys, x), x) for x in nest.flatten(xs)]
