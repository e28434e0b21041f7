"""`tensorflow.python.framework.type_spec_registry`: names of classes of specs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_TYPE_SPEC_TO_NAME: dict[type, str] = {}
_NAME_TO_TYPE_SPEC: dict[str, type] = {}
_FORM = re.compile(r"^(\w+\.)+\w+$")


def register(name: str) -> Callable[[type], type]:
    """A decorator that gives a class of specs a name; `ValueError` for one that has another."""
    if not isinstance(name, str):
        raise TypeError(f"Expected `name` to be a string; got {name!r}")
    if not _FORM.match(name):
        raise ValueError(
            "Registered name must have the form '{project_name}.{type_name}' "
            f"(e.g. 'my_project.MyTypeSpec'); got {name!r}."
        )

    def decorated(cls: type) -> type:
        if cls in _TYPE_SPEC_TO_NAME:
            known = _TYPE_SPEC_TO_NAME[cls]
            raise ValueError(f"Class {_called(cls)} has already been registered with name {known}.")
        if name in _NAME_TO_TYPE_SPEC:
            other = _called(_NAME_TO_TYPE_SPEC[name])
            raise ValueError(f"Name {name} has already been registered for class {other}.")
        _TYPE_SPEC_TO_NAME[cls], _NAME_TO_TYPE_SPEC[name] = name, cls
        return cls

    return decorated


def get_name(cls: type) -> str:
    """The name of a class of specs; `ValueError` for one without."""
    if cls not in _TYPE_SPEC_TO_NAME:
        raise ValueError(f"TypeSpec {_called(cls)} has not been registered.")
    return _TYPE_SPEC_TO_NAME[cls]


def lookup(name: str) -> Any:
    """The class of specs with a name; `ValueError` if there is none."""
    if name not in _NAME_TO_TYPE_SPEC:
        raise ValueError(f"No TypeSpec has been registered with name {name!r}")
    return _NAME_TO_TYPE_SPEC[name]


def _called(cls: type) -> str:
    return f"{cls.__module__}.{cls.__name__}"
