"""Functions in the configurations of saved models: by a name that can be found, or as code.

Code is Python's own byte code, for this version of Python alone, and running it is running a
program: it is read only where the caller says so (`safe_mode=False`), or, from an `.h5` file as in
Keras 2, if this process has written it itself.
"""

from __future__ import annotations

import base64
import contextlib
import marshal
import threading
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from .. import _core
from .._runtime.versions import is_keras_2_asked_for
from .lookup import CUSTOM

_FUNCTION = "__function__"  # another function that a function refers to
# Functions of the library that this process has told of.
_named: dict[str, Callable[..., Any]] = {}
# What the functions may name whose code this process has written.
_written: dict[str, dict[str, Any]] = {}


class _Loading(threading.local):
    code_allowed = False
    own_allowed = False


_loading = _Loading()
_everywhere = {"code_allowed": False}


def enable_unsafe_deserialization() -> None:
    """Let files of models hold code, as with `safe_mode=False` each time.

    It runs when they are loaded: files from elsewhere may do anything then.
    """
    _everywhere["code_allowed"] = True


@contextlib.contextmanager
def code_allowed(allowed: bool, own: bool = False) -> Iterator[None]:
    """Whether `restored` may make functions of code; `own` is for what this process has written."""
    outer = _loading.code_allowed, _loading.own_allowed
    _loading.code_allowed, _loading.own_allowed = allowed, own
    try:
        yield
    finally:
        _loading.code_allowed, _loading.own_allowed = outer


def described(function: Callable[..., Any]) -> dict[str, Any]:
    """What a file says of a function; `ValueError` for one that has neither name nor code."""
    name = getattr(function, "__name__", "")
    if _found(name) is function:
        return {"name": name}
    if not isinstance(function, FunctionType):
        raise ValueError(f"{function!r} cannot be stored: it has no name that can be looked up.")
    cells = [_kept(cell.cell_contents) for cell in function.__closure__ or ()]
    code = base64.b64encode(marshal.dumps(function.__code__)).decode()
    _written[code] = function.__globals__
    return {"code": code, "defaults": function.__defaults__, "closure": cells or None}


def described_in_class(function: Callable[..., Any]) -> dict[str, Any]:
    """The same as a configuration of Keras 3 has it, whose class says which of both it is."""
    if is_keras_2_asked_for():
        return described(function)
    told = _by_name(function) if _is_of_the_library(function) else described(function)
    if "name" in told:
        form = {"module": "builtins", "class_name": "function", "config": told["name"]}
        return {**form, "registered_name": "function"}
    return {"class_name": "__lambda__", "config": told}


def _is_of_the_library(function: Callable[..., Any]) -> bool:
    return str(getattr(function, "__module__", "")).startswith("gradtape.")


def _by_name(function: Callable[..., Any]) -> dict[str, Any]:
    name = function.__name__
    _named[name] = function
    return {"name": name}


def _kept(value: Any) -> Any:
    return {_FUNCTION: described(value)} if isinstance(value, FunctionType) else value


def restored(config: Any) -> Callable[..., Any]:
    """The function that `described` told of, in the program's own globals.

    `ValueError` for a name that is not known, and for code unless it is allowed.
    """
    if not isinstance(config, dict):
        return config
    if "class_name" in config:
        inner = config["config"]
        config = inner.get("value", inner) if isinstance(inner, dict) else {"name": inner}
    if "name" in config:
        function = _found(config["name"])
        if function is None:
            raise ValueError(
                f"The function {config['name']!r} is not known; register it with "
                "`register_keras_serializable`, or name it in `custom_objects`."
            )
        return function
    own = _loading.own_allowed and config["code"] in _written
    if not (own or _loading.code_allowed or _everywhere["code_allowed"]):
        raise ValueError(
            "The file holds the code of a function (a Lambda layer), which runs as part of the "
            "model. If you trust its source, pass `safe_mode=False` to `load_model`."
        )
    return _made(config)


def _found(name: str) -> Callable[..., Any] | None:
    return CUSTOM.get(name) or _named.get(name) or getattr(_core, name, None)


def _made(config: dict[str, Any]) -> FunctionType:
    code: CodeType = marshal.loads(base64.b64decode(config["code"]))
    cells = tuple(_cell(_released(value)) for value in config["closure"] or ())
    defaults = config["defaults"]
    names = _written.get(config["code"]) or _globals()
    return FunctionType(code, names, code.co_name, defaults and tuple(defaults), cells)


def _released(value: Any) -> Any:
    """What `_kept` kept."""
    return restored(value[_FUNCTION]) if isinstance(value, dict) and _FUNCTION in value else value


def _cell(value: Any) -> Any:
    return (lambda: value).__closure__[0]  # type: ignore[index]


def _globals() -> dict[str, Any]:
    """What the code may name: the program that loads it, which knows `tf`."""
    import __main__

    return vars(__main__)
