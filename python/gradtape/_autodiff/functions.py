"""Derivatives of functions, as functions: `jvp`, `vjp`, `hvp`, `jacobian`, `hessian`.

`primals` are the arguments of `f`: a list or tuple of them, each a tensor, a variable, a structure
of both, or what converts to a tensor; anything else is the only argument. Results that stand for
arguments come in the structure of `primals`. Derivatives of what does not depend on an argument
are zeros. All of them may be differentiated again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _core
from .._structure import nest
from .forward_accumulator import ForwardAccumulator


def jvp(f: Callable[..., Any], primals: Any, tangents: Any) -> tuple[Any, Any]:
    """`f(*primals)`, and its derivatives along `tangents`, in forward mode.

    Raises `ValueError` for tangents that do not have the structure, shapes and dtypes of `primals`.

    >>> import gradtape as tf
    >>> from gradtape.autodiff import jvp
    >>> y, slope = jvp(tf.sin, [0.0], [2.0])
    >>> print(y.numpy(), slope.numpy())
    0.0 2.0
    """
    listed, _ = _listed(primals)
    arguments = _arguments(primals)
    with ForwardAccumulator(arguments, _tangents(arguments, tangents, listed)) as forward:
        outputs = f(*arguments)
    return outputs, forward.jvp(nest.map_structure(_core.convert_to_tensor, outputs), "zero")


def vjp(f: Callable[..., Any], primals: Any) -> tuple[Any, Callable[..., Any]]:
    """`f(*primals)`, and a function from cotangents of its outputs to those of `primals`.

    The function takes cotangents in the structure of the outputs (ones where it gets none), any
    number of times; it keeps what was recorded alive.

    >>> import gradtape as tf
    >>> from gradtape.autodiff import vjp
    >>> y, pull = vjp(lambda a, b: a * b, [2.0, 5.0])
    >>> [float(g) for g in pull(1.0)], [float(g) for g in pull(10.0)]
    ([5.0, 2.0], [50.0, 20.0])
    """
    listed, _ = _listed(primals)
    arguments = _arguments(primals)
    tape, outputs = _recorded(f, arguments)

    def pull(cotangents: Any = None) -> Any:
        if cotangents is not None:
            cotangents = nest.map_structure(_like, outputs, cotangents)
        found = _gradients(tape, outputs, arguments, cotangents)
        return found if listed else found[0]

    return outputs, pull


def hvp(f: Callable[..., Any], primals: Any, tangents: Any) -> Any:
    """The product of the Hessian of `f`, which returns a scalar, and `tangents`.

    Forward over reverse: the Hessian is not formed, and the cost is a small multiple of that of a
    gradient. Raises `ValueError` if `f` returns anything but a scalar.

    >>> import gradtape as tf
    >>> from gradtape.autodiff import hvp
    >>> x = tf.constant([1.0, 2.0])
    >>> print(hvp(lambda x: tf.reduce_sum(x ** 3), x, tf.ones(2)).numpy())
    [ 6. 12.]
    """
    listed, _ = _listed(primals)
    arguments = _arguments(primals)
    with ForwardAccumulator(arguments, _tangents(arguments, tangents, listed)) as forward:
        gradients = _gradient(f, arguments)
    found = forward.jvp(gradients, "zero")
    return found if listed else found[0]


def jacobian(f: Callable[..., Any], primals: Any) -> Any:
    """The derivatives of all elements of `f(*primals)` with respect to all elements of `primals`.

    For each output, and for each argument, a tensor of shape `output.shape + argument.shape`. All
    rows are computed at once: in reverse mode, or in forward mode if there are fewer elements in
    `primals` than in the output; so the cost is that of the smaller number of passes.

    >>> import gradtape as tf
    >>> from gradtape.autodiff import jacobian
    >>> print(jacobian(lambda x: tf.stack([x, x * x, x ** 3]), 2.0).numpy())
    [ 1.  4. 12.]
    """
    listed, _ = _listed(primals)
    arguments = _arguments(primals)
    tape, outputs = _recorded(f, arguments)
    inputs = sum(_size(x) for x in nest.flatten(arguments))

    def of(output: Any) -> Any:
        derivatives = _by_columns if inputs < _size(output) else _by_rows
        found = derivatives(tape, output, arguments)
        return found if listed else found[0]

    return nest.map_structure(of, outputs)


def hessian(f: Callable[..., Any], primals: Any) -> Any:
    """The second derivatives of `f`, which returns a scalar: the jacobian of its gradient.

    For each argument, and for each argument again, a tensor of shape `one.shape + other.shape`.
    Raises `ValueError` if `f` returns anything but a scalar.

    >>> import gradtape as tf
    >>> from gradtape.autodiff import hessian
    >>> print(hessian(lambda x: x[0] ** 2 * x[1], tf.constant([1.0, 3.0])).numpy())
    [[6. 2.]
     [2. 0.]]
    """
    listed, _ = _listed(primals)

    def gradient(*arguments: Any) -> Any:
        found = _gradient(f, list(arguments))
        return found if listed else found[0]

    return jacobian(gradient, primals)


def _listed(primals: Any) -> tuple[bool, list[Any]]:
    """Whether these are several arguments, and a list of them."""
    several = isinstance(primals, (list, tuple))
    return several, list(primals) if several else [primals]


def _arguments(primals: Any) -> list[Any]:
    _, arguments = _listed(primals)
    return [nest.map_structure(_own, argument) for argument in arguments]


def _tangents(arguments: list[Any], tangents: Any, listed: bool) -> list[Any]:
    """The tangents of the arguments; that of a tensor may be a list of its elements."""
    given = list(tangents) if listed else [tangents]
    if len(given) != len(arguments):
        return given

    def tangent(argument: Any, value: Any) -> Any:
        nested = nest.is_nested(argument)
        return value if nested else _core.convert_to_tensor(value, dtype=argument.dtype)

    return [tangent(argument, value) for argument, value in zip(arguments, given, strict=True)]


def _own(value: Any) -> Any:
    """A variable, or a tensor of its own: one that is given twice is two arguments."""
    return value if isinstance(value, _core.Variable) else _core.identity(value)


def _like(output: Any, cotangent: Any) -> Any:
    return None if cotangent is None else _core.convert_to_tensor(cotangent, dtype=output.dtype)


def _size(tensor: Any) -> int:
    size: int = tensor.shape.num_elements()
    return size


def _recorded(f: Callable[..., Any], arguments: list[Any]) -> tuple[Any, Any]:
    """A tape of `f`, and the outputs as tensors."""
    with _core.GradientTape(persistent=True, watch_accessed_variables=False) as tape:
        tape.watch(arguments)
        outputs = nest.map_structure(_core.convert_to_tensor, f(*arguments))
    return tape, outputs


def _gradients(
    tape: Any, outputs: Any, arguments: list[Any], cotangents: Any = None
) -> list[_core.Tensor]:
    """Gradients as tensors, of what was gathered too."""
    found = tape.gradient(outputs, arguments, cotangents, "zero")
    return nest.map_structure(_core.convert_to_tensor, found)


def _gradient(f: Callable[..., Any], arguments: list[Any]) -> list[_core.Tensor]:
    """The gradients of `f`, which returns a scalar."""
    tape, output = _recorded(f, arguments)
    if not _core.is_tensor(output) or output.shape.rank != 0:
        shown = getattr(output, "shape", type(output).__name__)
        raise ValueError(f"second derivatives need a function that returns a scalar, not {shown}")
    return _gradients(tape, output, arguments)


def _by_rows(tape: Any, output: Any, arguments: list[Any]) -> list[_core.Tensor]:
    return tape.jacobian(output, arguments, unconnected_gradients="zero")


def _by_columns(tape: Any, output: Any, arguments: list[Any]) -> list[_core.Tensor]:
    """Forward mode for all directions at once: the gradient is linear in the cotangent, and its
    jacobian by the cotangent is the transposed one."""
    with _core.GradientTape(persistent=True, watch_accessed_variables=False) as outer:
        cotangent = _core.ones_like(output)
        outer.watch(cotangent)
        gradients = _gradients(tape, output, arguments, cotangent)

    def transposed(gradient: Any) -> Any:
        found = outer.jacobian(gradient, cotangent, unconnected_gradients="zero")
        ranks = gradient.shape.rank, output.shape.rank
        order = [*range(ranks[0], sum(ranks)), *range(ranks[0])]
        return _core.transpose(found, order)

    return nest.map_structure(transposed, gradients)
