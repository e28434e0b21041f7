"""`tensorflow.python.util.tf_inspect`: Python's `inspect`, which looks through wrappers."""

from __future__ import annotations

import functools
import inspect as _inspect
from inspect import (
    FullArgSpec as FullArgSpec,
    Parameter as Parameter,
    Signature as Signature,
    currentframe as currentframe,
    getframeinfo as getframeinfo,
    getmembers as getmembers,
    getmodule as getmodule,
    isbuiltin as isbuiltin,
    isframe as isframe,
    ismodule as ismodule,
    stack as stack,
)
from typing import Any, NamedTuple

from .tf_decorator import unwrap


class ArgSpec(NamedTuple):
    """The parameters of a function, as Python 2 told them."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def getfullargspec(obj: Any) -> FullArgSpec:
    """The parameters of a function, of the outermost wrapper that tells its own."""
    decorators, target = unwrap(obj)
    for decorator in decorators:
        if decorator.decorator_argspec is not None:
            return decorator.decorator_argspec
    target = _innermost(target)
    spec = _inspect.getfullargspec(target)
    # TensorFlow's functions have no annotations, and libraries compare them with their own.
    is_ours = str(getattr(target, "__module__", "")).startswith("gradtape.")
    return spec._replace(annotations={}) if is_ours else spec


def _innermost(target: Any) -> Any:
    """The plain function in `tf.function` and its kind, also where some arguments are given."""
    if isinstance(target, functools.partial):
        return functools.partial(_innermost(target.func), *target.args, **target.keywords)
    return _inspect.unwrap(target)


def getargspec(obj: Any) -> Any:
    """The same, in the form that Python 2 had."""
    spec = getfullargspec(obj)
    return ArgSpec(spec.args, spec.varargs, spec.varkw, spec.defaults)


def signature(obj: Any, *, follow_wrapped: bool = True) -> Signature:
    """The signature of the function within."""
    return _inspect.signature(unwrap(obj)[1], follow_wrapped=follow_wrapped)


def getcallargs(*func_and_positional: Any, **named: Any) -> dict[str, Any]:
    """The value of each parameter in a call, those by default too."""
    function, *positional = func_and_positional
    spec = getfullargspec(function)
    owner = getattr(function, "__self__", None)
    given = ([owner] if _inspect.ismethod(function) and owner is not None else []) + positional
    values = {**dict(zip(spec.args, given, strict=False)), **named}
    defaults = zip(reversed(spec.args), reversed(spec.defaults or ()), strict=False)
    for name, value in [*defaults, *(spec.kwonlydefaults or {}).items()]:
        values.setdefault(name, value)
    return values


def getmro(cls: type) -> tuple[type, ...]:
    """The class and those it is made of."""
    return _inspect.getmro(cls)


def isanytargetmethod(obj: Any) -> bool:
    """Whether one of the wrappers, or the function within, is a method."""
    decorators, target = unwrap(obj)
    return any(_inspect.ismethod(each.decorated_target) for each in decorators) or (
        _inspect.ismethod(target)
    )


def _through(name: str) -> Any:
    """The function of `inspect` for what is within the wrappers."""
    plain = getattr(_inspect, name)

    @functools.wraps(plain)
    def looked(object: Any) -> Any:
        return plain(unwrap(object)[1])

    return looked


getdoc = _inspect.getdoc
getfile = _through("getfile")
getsource = _through("getsource")
getsourcefile = _through("getsourcefile")
getsourcelines = _through("getsourcelines")
isclass = _through("isclass")
isfunction = _through("isfunction")
isgenerator = _through("isgenerator")
isgeneratorfunction = _through("isgeneratorfunction")
ismethod = _through("ismethod")
isroutine = _through("isroutine")
