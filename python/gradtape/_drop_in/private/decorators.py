"""Small modules of `tensorflow.python.util`: helpers for functions that wrap functions."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable
from typing import Any

from .tf_decorator import make_decorator, unwrap

Function = Callable[..., Any]


def contextmanager(target: Function) -> Function:
    """`contextlib.contextmanager`, which keeps what it wraps."""
    return make_decorator(target, contextlib.contextmanager(target), "contextmanager")


def keyword_args_only(func: Function) -> Function:
    """The function, which refuses arguments by place."""

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if args:
            raise ValueError(f"The function {func.__name__} only accepts keyword arguments.")
        return func(**kwargs)

    return wrapper


def should_use_result(
    fn: Function | None = None, warn_in_eager: bool = False, error_in_function: bool = False
) -> Any:
    """The function: where everything runs at once, a result that is let go has done its work."""
    return fn if fn is not None else (lambda decorated: decorated)


def fn_args(fn: Function) -> tuple[str, ...]:
    """The names of the parameters, without the one that a method is bound to."""
    names = inspect.getfullargspec(unwrap(fn)[1]).args
    return tuple(names[1:] if inspect.ismethod(fn) else names)


def has_kwargs(fn: Function) -> bool:
    """Whether the function takes any keyword."""
    return inspect.getfullargspec(unwrap(fn)[1]).varkw is not None


def get_func_name(func: Function) -> str:
    """The name of a function; the class of another object as a text."""
    _, inner = unwrap(func)
    return str(getattr(inner, "__name__", type(inner)))


def get_func_code(func: Function) -> Any:
    """The code of a function, None if it has none."""
    return getattr(unwrap(func)[1], "__code__", None)


def get_qualified_name(function: Any) -> str:
    """The name of a function with the class that it is in."""
    return str(getattr(function, "__qualname__", getattr(function, "__name__", "")))


def validate_callable(func: Any, decorator_name: str) -> None:
    """`ValueError` for what a decorator cannot decorate."""
    if not callable(func):
        raise ValueError(
            f"{func} is not a function. If this is a property, apply @{decorator_name} below it."
        )


class classproperty:
    """A property of a class."""

    def __init__(self, func: Function) -> None:
        self._func = func

    def __get__(self, owner_self: Any, owner_cls: type) -> Any:
        return self._func(owner_cls)
