"""`tensorflow.python.util.deprecation`: functions and arguments that warn when they are used.

Each warning is logged once, for each function or argument; none while the program has set
`_PRINT_DEPRECATION_WARNINGS` to False, or within `silence()`.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from ..._logging import get_logger
from .tf_decorator import make_decorator

_PRINT_DEPRECATION_WARNINGS = True
_PRINTED_WARNING: dict[Any, bool] = {}
Decorator = Callable[[Any], Any]


def _warn(key: Any, what: str, date: str | None, instructions: str, once: bool = True) -> None:
    if not _PRINT_DEPRECATION_WARNINGS or (once and key in _PRINTED_WARNING):
        return
    _PRINTED_WARNING[key] = True
    when = "in a future version" if date is None else f"after {date}"
    get_logger().warning(
        "%s is deprecated and will be removed %s.\nInstructions for updating:\n%s",
        what,
        when,
        instructions,
    )


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """A context without such warnings."""
    global _PRINT_DEPRECATION_WARNINGS
    before, _PRINT_DEPRECATION_WARNINGS = _PRINT_DEPRECATION_WARNINGS, False
    try:
        yield
    finally:
        _PRINT_DEPRECATION_WARNINGS = before


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Decorator:
    """A decorator: the function, or making an object of the class, warns."""
    _require_reason(date, instructions)

    def decorated(target: Any) -> Any:
        def warn() -> None:
            _warn(target, _name_of(target), date, instructions, warn_once)

        return _calling_first(target, lambda args, kwargs: warn(), "deprecated")

    return decorated


def deprecated_args(
    date: str | None, instructions: str, *deprecated_arg_names_or_tuples: Any, **kwargs: Any
) -> Decorator:
    """A decorator: the function warns where one of these arguments is given.

    An argument is told by its name, or by a tuple of it and a value that does not warn.
    """
    _require_reason(date, instructions)
    once = kwargs.pop("warn_once", True)
    rows = [each if isinstance(each, tuple) else (each,) for each in deprecated_arg_names_or_tuples]

    def decorated(target: Any) -> Any:
        def warn(name: str, value: Any, allowed: tuple[Any, ...]) -> None:
            if not any(_same(value, one) for one in allowed):
                text = f"The argument {name} of {_name_of(target)}"
                _warn((target, name), text, date, instructions, once)

        def look(args: Any, kwargs: Any) -> None:
            given = _given(target, args, kwargs)
            for name, *allowed in rows:
                if name in given:
                    warn(name, given[name], tuple(allowed))

        return _calling_first(target, look, "deprecated_args")

    return decorated


def deprecated_arg_values(
    date: str | None, instructions: str, warn_once: bool = True, **deprecated_kwargs: Any
) -> Decorator:
    """A decorator: the function warns where one of these arguments is given with this value."""
    _require_reason(date, instructions)

    def decorated(target: Any) -> Any:
        def look(args: Any, kwargs: Any) -> None:
            given = _given(target, args, kwargs)
            for name, value in deprecated_kwargs.items():
                if name in given and _same(given[name], value):
                    text = f"{name}={value!r} of {_name_of(target)}"
                    _warn((target, name), text, date, instructions, warn_once)

        return _calling_first(target, look, "deprecated")

    return decorated


def deprecated_alias(
    deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True
) -> Any:
    """The function, or a class made of the class, under a name that warns."""

    def warn() -> None:
        _warn(deprecated_name, f"The name {deprecated_name}", None, f"Use {name}.", warn_once)

    if not isinstance(func_or_class, type):
        return _calling_first(func_or_class, lambda args, kwargs: warn(), "deprecated_alias")

    class Alias(func_or_class):  # type: ignore[misc]
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            warn()
            super().__init__(*args, **kwargs)

    Alias.__name__, Alias.__qualname__ = func_or_class.__name__, func_or_class.__qualname__
    Alias.__doc__, Alias.__module__ = func_or_class.__doc__, func_or_class.__module__
    return Alias


def deprecated_endpoints(*args: str) -> Decorator:
    """A decorator that notes names under which something is no longer to be found."""

    def decorated(target: Any) -> Any:
        target._tf_deprecated_api_names = args
        return target

    return decorated


def deprecated_argument_lookup(new_name: str, new_value: Any, old_name: str, old_value: Any) -> Any:
    """The value that was given under either name; `ValueError` if both were."""
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old_value


def rewrite_argument_docstring(old_doc: str, old_argument: str, new_argument: str) -> str:
    """A docstring in which an argument has another name."""
    return old_doc.replace(f"`{old_argument}`", f"`{new_argument}`").replace(
        f"{old_argument}:", f"{new_argument}:"
    )


def deprecate_moved_module(
    deprecated_name: str, new_module: ModuleType, deletion_version: str
) -> Callable[[str], Any]:
    """`__getattr__` of a module that has moved."""

    def get(name: str) -> Any:
        _warn(deprecated_name, deprecated_name, None, f"Use {new_module.__name__}.")
        return getattr(new_module, name)

    return get


def _require_reason(date: str | None, instructions: str) -> None:
    if not instructions:
        raise ValueError("Don't deprecate things without conversion instructions! Specify why.")
    if date is not None and not _is_date(date):
        raise ValueError(f"Date must be in format YYYY-MM-DD. Received: {date}")


def _is_date(text: str) -> bool:
    parts = text.split("-")
    return [len(part) for part in parts] == [4, 2, 2] and all(map(str.isdigit, parts))


def _calling_first(target: Any, look: Callable[[Any, Any], None], name: str) -> Any:
    """The function, or the class with a constructor, that looks at its arguments first."""
    if isinstance(target, type):
        kind: Any = target
        kind.__init__ = _calling_first(kind.__init__, look, name)
        return target

    @functools.wraps(target)
    def first(*args: Any, **kwargs: Any) -> Any:
        look(args, kwargs)
        return target(*args, **kwargs)

    return make_decorator(target, first, name, target.__doc__ or "")


def _given(target: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    try:
        return dict(inspect.signature(target).bind(*args, **kwargs).arguments)
    except TypeError:  # the call itself says what is wrong
        return dict(kwargs)


def _same(one: Any, other: Any) -> bool:
    try:
        return one is other or bool(one == other)
    except (TypeError, ValueError):
        return False


def _name_of(target: Any) -> str:
    return f"{getattr(target, '__module__', '')}.{getattr(target, '__qualname__', target)}"
