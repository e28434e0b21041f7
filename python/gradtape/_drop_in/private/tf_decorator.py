"""`tensorflow.python.util.tf_decorator`: functions that know what they wrap.

A wrapper has the attribute `_tf_decorator`, whose `decorated_target` is the function within.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


class TFDecorator:
    """What a wrapper knows: its name, the function within, and how that is called."""

    def __init__(
        self,
        decorator_name: str,
        target: Function,
        decorator_doc: str = "",
        decorator_argspec: Any = None,
    ) -> None:
        self.decorator_name = decorator_name
        self.decorator_doc = decorator_doc
        self.decorator_argspec = decorator_argspec
        self.decorated_target = target
        self.__wrapped__ = target
        self.__doc__ = decorator_doc or getattr(target, "__doc__", None) or ""
        self.__name__ = getattr(target, "__name__", "")
        self.__qualname__ = getattr(target, "__qualname__", "")
        if decorator_argspec is not None:
            self.__signature__ = fullargspec_to_signature(decorator_argspec)

    def __get__(self, instance: Any, owner: type) -> Function:
        return self.decorated_target.__get__(instance, owner)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.decorated_target(*args, **kwargs)


def make_decorator(
    target: Function,
    decorator_func: Function,
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: Any = None,
) -> Function:
    """`decorator_func` as a wrapper of `target`."""
    name = decorator_name or str(getattr(decorator_func, "__name__", ""))
    made: Any = functools.wraps(target, updated=())(decorator_func)
    made._tf_decorator = TFDecorator(name, target, decorator_doc, decorator_argspec)
    if decorator_argspec is not None:
        made.__signature__ = fullargspec_to_signature(decorator_argspec)
    made.__doc__ = made._tf_decorator.__doc__
    return made


def rewrap(decorator_func: Function, previous_target: Any, new_target: Function) -> None:
    """Puts `new_target` in the place of `previous_target` within the wrappers."""
    _, innermost = unwrap(decorator_func)
    inner: Any = decorator_func
    while inner is not innermost:
        within = _within(inner)
        if inner is previous_target or within is previous_target:
            _decorator_of(inner).decorated_target = new_target
            return
        inner = within


def unwrap(maybe_tf_decorator: Any) -> tuple[list[Any], Any]:
    """The wrappers of a function, outermost first, and the function itself."""
    found = []
    inner = maybe_tf_decorator
    while (decorator := _decorator_of(inner)) is not None:
        found.append(decorator)
        inner = decorator.decorated_target
    return found, inner


def _decorator_of(value: Any) -> Any:
    if isinstance(value, TFDecorator):
        return value
    return getattr(value, "_tf_decorator", None)


def _within(value: Any) -> Any:
    return _decorator_of(value).decorated_target


def fullargspec_to_signature(fullargspec: Any) -> inspect.Signature:
    """The signature that `getfullargspec` has told of."""
    kind, made = inspect.Parameter, []
    names = list(fullargspec.args)
    defaults = dict(zip(reversed(names), reversed(fullargspec.defaults or ()), strict=False))
    for name in names:
        default = defaults.get(name, kind.empty)
        made.append(kind(name, kind.POSITIONAL_OR_KEYWORD, default=default))
    if fullargspec.varargs:
        made.append(kind(fullargspec.varargs, kind.VAR_POSITIONAL))
    for name in fullargspec.kwonlyargs:
        default = (fullargspec.kwonlydefaults or {}).get(name, kind.empty)
        made.append(kind(name, kind.KEYWORD_ONLY, default=default))
    if fullargspec.varkw:
        made.append(kind(fullargspec.varkw, kind.VAR_KEYWORD))
    return inspect.Signature(made)
