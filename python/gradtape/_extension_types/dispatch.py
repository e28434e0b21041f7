"""What functions do with values of a program's own types: `dispatch_for_api` and its like.

A function of the core that meets a value which is no tensor hands the call over; it goes to the one
handler whose annotations the arguments match.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .. import _core
from .._ragged.dispatch import OF_ONE, OF_TWO

Handler = Callable[..., Any]


class _Target(NamedTuple):
    """A handler, and the annotations by the names of the parameters that it is about."""

    handler: Handler
    annotations: dict[str, Any]


# What takes any value as it is, part by part.
_COPIES = ("identity", "stop_gradient")
_functions: dict[str, list[_Target]] = {}
_elementwise: dict[int, list[tuple[Handler, tuple[Any, ...]]]] = {1: [], 2: []}


def dispatch_for_api(
    api: Callable[..., Any], *signatures: Mapping[Any, Any]
) -> Callable[[Handler], Handler]:
    """A decorator: what `api` does with arguments of a program's own types.

    They are those that the decorated function annotates, or those that `signatures` says, by the
    names of parameters or their places. The function has the parameters of `api`, with or without
    `name`. `ValueError` for a function that cannot be given a new meaning, for parameters that are
    not those of `api`, and for a decorated function without annotations.

    >>> class Masked(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     mask: tf.Tensor
    >>> @tf.experimental.dispatch_for_api(tf.shape)
    ... def shape_of_masked(input: Masked, out_type=tf.int32):
    ...     return tf.shape(input.values, out_type)
    >>> tf.shape(Masked([1.0, 2.0], [True, False])).numpy().tolist()
    [2]
    """
    name = getattr(api, "__name__", "")
    if getattr(_core, name, None) is not api:
        raise ValueError(f"{api} does not support dispatch.")
    parameters = list(inspect.signature(api).parameters)

    def decorated(handler: Handler) -> Handler:
        _require_parameters(handler, parameters)
        chosen = [_by_name(one, parameters) for one in signatures] or [_annotated(handler)]
        targets = _functions.setdefault(name, [])
        targets.extend(_Target(handler, annotations) for annotations in chosen)
        return handler

    return decorated


def _require_parameters(handler: Handler, parameters: list[str]) -> None:
    own = list(inspect.signature(handler).parameters)
    if [one for one in own if one != "name"] != [one for one in parameters if one != "name"]:
        raise ValueError(
            f"Dispatch function's signature ({', '.join(own)}) does not match API's signature "
            f"({', '.join(parameters)})."
        )


def _by_name(signature: Mapping[Any, Any], parameters: list[str]) -> dict[str, Any]:
    return {
        parameters[key] if isinstance(key, int) else key: annotation
        for key, annotation in signature.items()
    }


def _annotated(handler: Handler) -> dict[str, Any]:
    hints = typing.get_type_hints(handler)
    hints.pop("return", None)
    if not hints:
        raise ValueError(
            "The dispatch_for_api decorator must be called with at least one signature, or applied "
            "to a function that has type annotations on its parameters."
        )
    return hints


def dispatch_for_unary_elementwise_apis(x_type: Any) -> Callable[[Handler], Handler]:
    """A decorator: what elementwise functions of one tensor do with values of this type.

    The decorated function is called with the function, whose other arguments are given already, and
    with the value. `tf.abs`, `tf.cast`, `tf.exp`, `tf.ones_like`, `tf.clip_by_value` and all others
    that ragged tensors take elementwise are such functions.

    >>> class Named(tf.experimental.ExtensionType):
    ...     name: str
    ...     values: tf.Tensor
    >>> @tf.experimental.dispatch_for_unary_elementwise_apis(Named)
    ... def of_named(function, x):
    ...     return Named(x.name, function(x.values))
    >>> tf.abs(Named("a", [-1.0])).values.numpy().tolist()
    [1.0]
    """
    return _decorator((x_type,))


def dispatch_for_binary_elementwise_apis(x_type: Any, y_type: Any) -> Callable[[Handler], Handler]:
    """A decorator: what elementwise functions of two tensors do with values of these types.

    The decorated function is called with the function, whose other arguments are given already, and
    with both values. `tf.add`, `tf.maximum`, `tf.equal`, `tf.pow` and all others that ragged
    tensors take elementwise are such functions.

    >>> class Named(tf.experimental.ExtensionType):
    ...     name: str
    ...     values: tf.Tensor
    >>> @tf.experimental.dispatch_for_binary_elementwise_apis(Named, Named)
    ... def of_two(function, x, y):
    ...     return Named(x.name + y.name, function(x.values, y.values))
    >>> tf.add(Named("a", 1.0), Named("b", 2.0)).name
    'ab'
    """
    return _decorator((x_type, y_type))


def _decorator(kinds: tuple[Any, ...]) -> Callable[[Handler], Handler]:
    def decorated(handler: Handler) -> Handler:
        _elementwise[len(kinds)].append((handler, kinds))
        return handler

    return decorated


def unregister_dispatch_for(dispatch_target: Handler) -> None:
    """Take back what a decorator of this module has said of a function.

    `ValueError` if none has.

    >>> class Empty(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    >>> @tf.experimental.dispatch_for_api(tf.rank)
    ... def rank_of_empty(input: Empty):
    ...     return 0
    >>> tf.experimental.unregister_dispatch_for(rank_of_empty)
    """
    found = False
    every: list[Any] = [*_functions.values(), *_elementwise.values()]
    for targets in every:
        kept = [target for target in targets if target[0] is not dispatch_target]
        found = found or len(kept) < len(targets)
        targets[:] = kept
    if not found:
        raise ValueError(
            f"Function {dispatch_target} was not registered using a `@dispatch_for_*` decorator."
        )


def answered(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """The answer of a function of the core to arguments of which one is of a program's own type.

    `ValueError` where no handler takes them, or more than one.
    """
    name = function.__name__
    targets = [one for one in _functions.get(name, ()) if _all_match(arguments, one.annotations)]
    if len({target.handler for target in targets}) > 1:
        raise ValueError(
            f"Multiple dispatch targets that were registered with tf.dispatch_for "
            f"({' and '.join(str(target.handler) for target in targets)}) match the arguments to "
            f"{name}"
        )
    if targets:
        return targets[0].handler(**arguments)
    count = 1 if name in OF_ONE else 2 if name in OF_TWO else 0
    values = list(arguments.values())[:count]
    for handler, kinds in _elementwise.get(count, ()):
        if len(values) == count and all(map(matches, values, kinds)):
            return handler(_with_rest(function, list(arguments)[:count], arguments), *values)
    if name in _COPIES and len(values) == 1:
        (value,) = values
        return value._with_components([function(part) for part in value._components()])
    raise _not_taken(arguments)


def _with_rest(
    function: Callable[..., Any], first: list[str], arguments: dict[str, Any]
) -> Callable[..., Any]:
    """The function of its first parameters, with the other arguments as they were given."""
    rest = {key: value for key, value in arguments.items() if key not in first}
    return lambda *values: function(**dict(zip(first, values, strict=True)), **rest)


def _all_match(arguments: dict[str, Any], annotations: dict[str, Any]) -> bool:
    return all(
        name in arguments and matches(arguments[name], annotation)
        for name, annotation in annotations.items()
    )


def matches(value: Any, annotation: Any) -> bool:
    """Whether an argument is of an annotated type; lists are so where all their items are."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (list, tuple):
        return isinstance(value, (list, tuple)) and all(matches(item, args[0]) for item in value)
    if args:  # a union
        return any(matches(value, member) for member in args)
    return isinstance(value, annotation) if isinstance(annotation, type) else False


def _not_taken(arguments: dict[str, Any]) -> ValueError:
    for value in arguments.values():
        items = value if isinstance(value, (list, tuple)) else [value]
        for item in items:
            if hasattr(type(item), "_fields_of_type"):
                return ValueError(
                    f"Attempt to convert a value ({item!r}) with an unsupported type "
                    f"({type(item)}) to a Tensor."
                )
    return ValueError("no argument is of an extension type")
