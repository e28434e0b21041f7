"""Gradients written in Python: `custom_gradient`, its relatives, and the gradient registry.

Each wrapper runs the function once, with recording left on (so that second derivatives see what
the gradient function captured), and puts its outputs on the tapes again as one node whose gradient
is the Python callable. Invariant: that callable always hands the core exactly one entry per
recorded input; miscounts are a `ValueError` here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .. import _core
from .._runtime.eager import executing_eagerly
from .._runtime.followed import hidden, recorded
from .._runtime.inside import is_inside
from .._structure import nest

_PLAIN_VALUES = (int, float, complex, str, bytes, type(None))


def custom_gradient(f: Callable[..., Any] | None = None) -> Any:
    """Decorate a function that returns `(outputs, grad_fn)`, so that `grad_fn` is its gradient.

    `grad_fn(*dys)` gets the cotangent of each output (nested outputs flattened) and returns one
    gradient per positional argument, or per argument in the order of the signature when some were
    passed by keyword; None means "not connected". If the function reads trainable variables that
    are not arguments, `grad_fn` must accept the keyword `variables` and return `(gradients of
    arguments, list of gradients of variables)`. Where no tape follows an argument or such a
    variable, tensors that the function holds have the gradients of the operations in it, but not in
    a function in TensorFlow's place. Further derivatives are those of the operations in `grad_fn`.

    Raises `TypeError` at the call if the function does not return a pair or `grad_fn` cannot take
    `variables`, and `ValueError` from `gradient()` if the number of gradients is wrong.

    >>> import gradtape as tf
    >>> @tf.custom_gradient
    ... def clipped(x):
    ...     return x * 10.0, lambda dy: tf.clip_by_value(dy * 10.0, -1.0, 1.0)
    >>> x = tf.Variable(2.0)
    >>> with tf.GradientTape() as tape:
    ...     y = clipped(x)
    >>> print(y.numpy(), tape.gradient(y, x).numpy())
    20.0 1.0
    """
    if f is None:
        return custom_gradient

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        (outputs, grad_fn), variables = _run(f, args, kwargs)
        positional = _arguments(args)
        named = _arguments(_keywords_in_order(f, args, kwargs)) if kwargs else []
        variables = _not_among(variables, positional + named)
        if variables and not _accepts_variables(grad_fn):
            raise TypeError(
                "@tf.custom_gradient grad_fn must accept keyword argument 'variables', since "
                f"function uses variables: {variables}"
            )
        every = positional + named + variables
        slots = [index for index, value in enumerate(every) if _core.is_tensor(value)]

        def gradient(*dys: Any) -> list[Any]:
            entries = _call_gradient(grad_fn, dys, positional, named, variables)
            return [entries[index] for index in slots]

        result, is_followed = _record(outputs, [every[index] for index in slots], gradient)
        if is_followed or not _core.is_recording() or not executing_eagerly():
            return result
        return nest.map_structure(_core.identity, outputs)  # whose tapes see what `f` has done

    vars(decorated)["__original_wrapped__"] = f  # which TensorFlow keeps beside `__wrapped__`
    return decorated


def _run(
    f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, list[Any]]:
    """What `f` returns, and the variables that it read; a trace has it in a graph of its own."""
    if not is_inside():
        return _watching(_pair, f, args, kwargs)
    with hidden():
        return _watching(_pair, f, args, kwargs)


def _watching(
    call: Callable[..., Any], f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, list[Any]]:
    """`call(f, args, kwargs)` and the trainable variables that it read."""
    _core.start_variable_watch()
    try:
        result = call(f, args, kwargs)
    finally:
        variables = _core.stop_variable_watch()
    return result, variables


def _pair(
    f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, Callable[..., Any]]:
    """The outputs and the gradient function that `f` returns."""
    result = f(*args, **kwargs)
    if not isinstance(result, (tuple, list)) or len(result) != 2:
        raise TypeError(
            "A function decorated with custom_gradient must return a pair (outputs, grad_fn), "
            f"got {type(result).__name__}."
        )
    outputs, grad_fn = result
    if not callable(grad_fn):
        raise TypeError(
            f"unsupported callable: custom_gradient got {grad_fn!r} in place of grad_fn."
        )
    return outputs, grad_fn


def _arguments(values: Any) -> list[Any]:
    """The leaves that get a gradient: tensors and plain values, but not `self` or a callable."""
    return [leaf for leaf in nest.flatten(values) if _is_argument(leaf)]


def _is_argument(leaf: object) -> bool:
    return _core.is_tensor(leaf) or isinstance(leaf, _PLAIN_VALUES) or hasattr(leaf, "__array__")


def _keywords_in_order(
    f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> list[Any]:
    """The values passed by keyword, in the order of the signature of `f`."""
    import inspect  # here, because it would double the time that importing the package takes

    try:
        names = list(inspect.signature(f).parameters)
    except ValueError:  # a builtin without a signature
        return list(kwargs.values())
    position = {name: index for index, name in enumerate(names)}
    return [
        kwargs[name] for name in sorted(kwargs, key=lambda name: position.get(name, len(names)))
    ]


def _not_among(variables: list[Any], arguments: list[Any]) -> list[Any]:
    passed = {id(argument) for argument in arguments}
    return [variable for variable in variables if id(variable) not in passed]


def _accepts_variables(grad_fn: Callable[..., Any]) -> bool:
    import inspect  # see _keywords_in_order

    try:
        parameters = inspect.signature(grad_fn).parameters.values()
    except ValueError:
        return True
    return any(
        p.kind is p.VAR_KEYWORD or (p.name == "variables" and p.kind is not p.POSITIONAL_ONLY)
        for p in parameters
    )


def _call_gradient(
    grad_fn: Callable[..., Any],
    dys: tuple[Any, ...],
    positional: list[Any],
    named: list[Any],
    variables: list[Any],
) -> list[Any]:
    """One entry per positional argument, keyword argument and variable, in this order."""
    if not variables:
        return _spread(nest.flatten(grad_fn(*dys)), positional, named)
    result = grad_fn(*dys, variables=variables)
    if not isinstance(result, (tuple, list)) or len(result) != 2:
        raise ValueError(
            "custom_gradient function that uses variables must return (gradients of arguments, "
            "gradients of variables)."
        )
    of_variables = list(result[1]) if isinstance(result[1], (tuple, list)) else [result[1]]
    if len(of_variables) != len(variables):
        raise ValueError(
            "Must return gradient for each variable from @custom_gradient grad_fn: "
            f"expected {len(variables)}, got {len(of_variables)}."
        )
    return _spread(nest.flatten(result[0]), positional, named) + of_variables


def _spread(gradients: list[Any], positional: list[Any], named: list[Any]) -> list[Any]:
    """`gradients` filled up to one per argument.

    Keyword arguments may be left out, all of them or those that hold no tensor.
    """
    count = len(gradients)
    if positional and count == len(positional):
        return gradients + [None] * len(named)
    if count == len(positional) + len(named):
        return gradients
    tensors = [index for index, value in enumerate(named) if _core.is_tensor(value)]
    if count != len(positional) + len(tensors):
        expected = len(positional) or len(named)
        raise ValueError(
            f"custom_gradient function expected to return {expected} gradients, but returned "
            f"{count} instead."
        )
    of_named: list[Any] = [None] * len(named)
    for index, gradient in zip(tensors, gradients[len(positional) :], strict=True):
        of_named[index] = gradient
    return gradients[: len(positional)] + of_named


def _record(
    outputs: Any, inputs: list[Any], gradient: Callable[..., list[Any]]
) -> tuple[Any, bool]:
    """`outputs` with fresh tensors, recorded as one node from `inputs`; whether a tape follows."""
    tensors = [_core.convert_to_tensor(output) for output in nest.flatten(outputs)]
    results, is_followed = recorded(inputs, tensors, gradient)
    return nest.pack_sequence_as(outputs, results), is_followed


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f`, keeping nothing for the backward pass: `gradient()` calls `f` again.

    Gradients go to tensors among the arguments and to the trainable variables that `f` reads. `f`
    must compute the same when called again: random operations in it should be stateless.

    >>> import gradtape as tf
    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = tf.recompute_grad(lambda t: t * t)(x)
    >>> print(tape.gradient(y, x).numpy())
    6.0
    """

    @functools.wraps(f)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        outputs, variables = _watching(_unrecorded, f, args, kwargs)
        inputs = [leaf for leaf in nest.flatten((args, kwargs)) if _is_differentiable(leaf)]
        inputs += _not_among(variables, inputs)

        def gradient(*dys: Any) -> list[Any]:
            with _core.GradientTape() as tape:
                tape.watch(inputs)
                again = nest.flatten(f(*args, **kwargs))
            return list(tape.gradient(again, inputs, output_gradients=list(dys)))

        return _record(outputs, inputs, gradient)[0]

    return wrapped


remat = recompute_grad  # as Keras 3 calls it


def _unrecorded(f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    with _core.stop_recording_all():
        return f(*args, **kwargs)


def _is_differentiable(leaf: Any) -> bool:
    return bool(_core.is_tensor(leaf) and (leaf.dtype.is_floating or leaf.dtype.is_complex))


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f` with the gradient of the identity.

    The cotangent of each output goes to the argument in its place.
    >>> import gradtape as tf
    >>> x = tf.Variable(2.5)
    >>> with tf.GradientTape() as tape:
    ...     y = tf.grad_pass_through(tf.round)(x) * 3.0
    >>> print(y.numpy(), tape.gradient(y, x).numpy())
    6.0 3.0
    """

    @functools.wraps(f)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        def straight(*dys: Any, variables: list[Any] | None = None) -> Any:
            return dys if variables is None else (dys, [None] * len(variables))

        @custom_gradient
        def inner(*args: Any, **kwargs: Any) -> Any:
            return f(*args, **kwargs), straight

        return inner(*args, **kwargs)

    return wrapped


class RegisterGradient:
    """Decorator that registers the gradient of an operation type that has none.

    The function is called as `fn(op, *grads)`, where `op` has `inputs`, `outputs`, `type` and
    `get_attr(name)`, and returns one gradient per input. `KeyError` if the type has a gradient or
    is registered as not differentiable, `TypeError` if `op_type` is not a string.

    >>> import gradtape as tf
    >>> tf.RegisterGradient("Mul")
    <gradtape.RegisterGradient 'Mul'>
    """

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, f: Callable[..., Any]) -> Callable[..., Any]:
        _core.register_gradient(self._op_type, f)
        return f

    def __repr__(self) -> str:
        return f"<gradtape.RegisterGradient {self._op_type!r}>"


def no_gradient(op_type: str) -> None:
    """Register an operation type as not differentiable: gradients through it are None.

    `KeyError` if the type has an entry, `TypeError` if `op_type` is not a string.
    """
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _core.register_gradient(op_type, None)
