"""`tensorflow.python.util.tf_export`: notes under which names things are published."""

from __future__ import annotations

import contextlib
from typing import Any, TypeVar

T = TypeVar("T")
_published: dict[str, Any] = {}


class api_export:
    """`api_export("a.b", v1=["c"])(thing)` notes the names, and returns the thing.

    >>> from gradtape._drop_in.private.tf_export import get_symbol_from_name, tf_export
    >>> @tf_export("mine.twice")
    ... def twice(x):
    ...     return x * 2
    >>> get_symbol_from_name("mine.twice") is twice
    True
    """

    def __init__(self, *args: str, api_name: str = "tensorflow", **kwargs: Any) -> None:
        self._names = args
        self._v1_names = tuple(kwargs.get("v1", args))
        self._root = api_name

    def __call__(self, func: T) -> T:
        for name in {*self._names, *self._v1_names}:
            _published[name] = func
        self._note(func)
        return func

    def export_constant(self, module_name: str, name: str) -> None:
        """Notes the names of a value of a module."""
        _published.update(dict.fromkeys(self._names, (module_name, name)))

    def _note(self, thing: Any) -> None:
        with contextlib.suppress(AttributeError, TypeError):  # some things take no attributes
            thing._tf_api_names, thing._tf_api_names_v1 = self._names, self._v1_names


class tf_export(api_export):
    """The decorator for names of TensorFlow."""


class keras_export(api_export):
    """The decorator for names of Keras."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        names = [name for each in args for name in ([each] if isinstance(each, str) else each)]
        super().__init__(*names, api_name="keras", **kwargs)


def get_symbol_from_name(name: str) -> Any:
    """What has been published under a name, None for nothing."""
    return _published.get(name)


def get_canonical_name_for_symbol(symbol: Any, *args: Any, **kwargs: Any) -> str | None:
    """The first name of a thing, None for what was not published."""
    names = getattr(symbol, "_tf_api_names", ())
    return names[0] if names else None


def kwarg_only(f: Any) -> Any:
    """The function, which refuses arguments by place."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if args:
            raise TypeError(f"{f.__name__} only takes keyword args.")
        return f(**kwargs)

    return wrapper
