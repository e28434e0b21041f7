"""`tf.raw_ops`: operations by type, with keyword arguments alone.

Invariant: a raw operation is the function of the core itself, or of another room, shapes, dtypes,
gradients and errors included; only names of arguments differ.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from .. import _core
from ..errors import InvalidArgumentError, UnimplementedError
from .spelling import HINTS, OWN, RESULT_DTYPE, in_order, one_value, spelled
from .variables import OF_VARIABLES
from .written import WRITTEN


@functools.cache
def _functions() -> Mapping[str, str]:
    """The name of the function for each type of operation: its first public row, or its first."""
    found: dict[str, str] = {}
    for name, op_type, *_ in sorted(_core.registry(), key=lambda row: row[0].startswith("_")):
        if op_type and op_type not in OWN and not op_type.endswith("Slope"):
            found.setdefault(op_type, name)
    return found


def types() -> list[str]:
    """The types of all operations.

    >>> import gradtape as tf
    >>> "AddV2" in dir(tf.raw_ops)
    True
    """
    return sorted({**_functions(), **WRITTEN, **OF_VARIABLES, **over_functions()})


@functools.cache
def over_functions() -> Mapping[str, Callable[..., Any]]:
    """The operations over functions of other rooms, which are loaded for them alone."""
    from .over_images import OF_IMAGES
    from .over_layers import OF_LAYERS
    from .over_numbers import OF_NUMBERS
    from .over_texts import OF_TEXTS

    return {**OF_IMAGES, **OF_LAYERS, **OF_NUMBERS, **OF_TEXTS}


@functools.cache
def operation(op_type: str) -> Callable[..., Any]:
    """The operation of a type, which takes keyword arguments under TensorFlow's names for them.

    Shapes, dtypes, gradients and errors are those of the function that the operation's docstring
    names. Where the function has a default, the argument may be left out. A type that is not here
    is an `AttributeError`; a positional, unknown or missing argument is a `TypeError`; an option
    with another value than the one there is here is an `UnimplementedError`.

    >>> import gradtape as tf
    >>> tf.raw_ops.Sum(input=[[1., 2.], [3., 4.]], axis=1, keep_dims=True).numpy().tolist()
    [[3.0], [7.0]]
    """
    function = (
        WRITTEN.get(op_type)
        or OF_VARIABLES.get(op_type)
        or getattr(_core, _functions().get(op_type, ""), None)
        or over_functions().get(op_type)
    )
    if function is None:
        raise AttributeError(
            f"module 'gradtape.raw_ops' has no attribute {op_type!r}: gradtape has no operation of "
            "this type; dir(tf.raw_ops) lists those that it has",
            name=op_type,
        )
    return _with_keywords(op_type, function)


def _with_keywords(op_type: str, function: Callable[..., Any]) -> Callable[..., Any]:
    import inspect  # costs milliseconds, and few programs use raw operations

    named = _by_spelling(op_type, inspect.signature(function).parameters)
    taken = [p.replace(name=key, kind=p.KEYWORD_ONLY) for key, p in named.items()]
    options = [
        inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=value)
        for key, value in _options(op_type).items()
    ]
    signature = inspect.Signature(in_order([*taken[:-1], *options, taken[-1]]))  # `name` is last
    needed = [p.name for p in taken if p.default is p.empty]

    def raw(*positional: Any, **arguments: Any) -> Any:
        _check(op_type, signature.parameters, needed, positional, arguments)
        result = function(**{named[k].name: v for k, v in arguments.items() if k in named})
        _check_dtype(op_type, arguments, result)
        return result

    raw.__name__ = raw.__qualname__ = op_type
    raw.__module__ = "gradtape.raw_ops"
    name = function.__name__.lstrip("_")
    raw.__doc__ = f"The operation `{op_type}`: `{name}` with keyword arguments alone."
    raw.__signature__ = signature  # type: ignore[attr-defined]
    return raw


def _by_spelling(op_type: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the function by the names of the operation's arguments."""
    found = {spelled(op_type, key): parameter for key, parameter in parameters.items()}
    return {key: parameter for key, parameter in found.items() if key is not None}


def _options(op_type: str) -> dict[str, Any]:
    """The arguments that the function has no parameter for, with their defaults."""
    found = {**one_value(op_type), **dict.fromkeys(HINTS.get(op_type, ()), True)}
    if op_type in RESULT_DTYPE:
        found[RESULT_DTYPE[op_type]] = None
    return found


def _check(
    op_type: str, known: Any, needed: list[str], positional: tuple[Any, ...], given: dict[str, Any]
) -> None:
    """Refuses what the operation does not take, before anything has run."""
    takes = f"it takes {', '.join(known)}, by keyword"
    if positional:
        raise TypeError(f"{op_type} only takes keyword args (possible keys: {list(known)})")
    for key in given:
        if key not in known:
            raise TypeError(f"{op_type} got an unexpected keyword argument {key!r}: {takes}")
    missing = [key for key in needed if key not in given]
    if missing:
        raise TypeError(f"{op_type} is missing {', '.join(missing)}: {takes}")
    for key, value in one_value(op_type).items():
        if key in given and given[key] != value:
            raise UnimplementedError(
                None, None, f"{op_type}: {key}={given[key]!r} is not supported; only {value!r} is"
            )


def _check_dtype(op_type: str, given: Mapping[str, Any], result: Any) -> None:
    """The dtype that the program says its result has is the one that follows from the input."""
    wanted = given.get(RESULT_DTYPE.get(op_type, ""))
    if wanted is None:
        return
    dtype = (result[0] if isinstance(result, tuple) else result).dtype
    if _core.as_dtype(wanted) != dtype:
        raise InvalidArgumentError(
            None,
            None,
            f"{op_type}: the result has dtype {dtype.name}, but {RESULT_DTYPE[op_type]} is "
            f"{_core.as_dtype(wanted).name}",
        )


@functools.cache
def with_positions(function_name: str) -> Callable[..., Any] | None:
    """The function that TensorFlow's private modules have for an operation; None if none is here.

    It takes the arguments of `tf.raw_ops` by position too.

    >>> from gradtape._raw.operations import with_positions
    >>> with_positions("relu_grad")([1.0, 2.0], [3.0, -1.0]).numpy().tolist()
    [1.0, 0.0]
    """
    op_type = _types_by_letters().get(function_name.replace("_", ""))
    if op_type is None:
        return None
    raw = operation(op_type)
    names = list(raw.__signature__.parameters)  # type: ignore[attr-defined]

    def call(*positional: Any, **arguments: Any) -> Any:
        if len(positional) > len(names):
            raise TypeError(
                f"{function_name} takes {len(names)} arguments, {', '.join(names)}, "
                f"and {len(positional)} were given"
            )
        return raw(**dict(zip(names, positional, strict=False)), **arguments)

    call.__name__ = call.__qualname__ = function_name
    call.__doc__ = f"The operation `{op_type}`, whose arguments are {', '.join(names)}."
    return call


@functools.cache
def _types_by_letters() -> dict[str, str]:
    return {op_type.lower(): op_type for op_type in types()}
