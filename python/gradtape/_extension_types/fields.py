"""The fields of an extension type: read from its annotations, bound to arguments.

Invariant: fields are in the order of their declaration, those of a base class first; one without a
default does not follow one that has one unless it is given by name.
"""

from __future__ import annotations

import inspect
import sys
import typing
from typing import Any, NamedTuple

from . import allowed

MISSING = inspect.Parameter.empty


class Field(NamedTuple):
    """A name, what values it may have, and the value that it has by default."""

    name: str
    annotation: Any
    default: Any = MISSING


def fields_of(kind: type) -> tuple[Field, ...]:
    """The fields of a class: those of its bases, and what it annotates itself.

    `TypeError` for an annotation that is not supported, and a default that is none of it.
    """
    found = {field.name: field for field in getattr(kind, "_fields_of_type", ())}
    for name, annotation in _annotations_of(kind).items():
        allowed.require_known(annotation, name)
        default = kind.__dict__.get(name, MISSING)
        if default is not MISSING:
            default = allowed.value_for(default, annotation, f"default value for {name}")
        found[name] = Field(name, annotation, default)
    return tuple(found.values())


def _annotations_of(kind: type) -> dict[str, Any]:
    """What a class itself annotates, with names and quoted types looked up in its module."""
    known = dict(vars(sys.modules.get(kind.__module__, typing)))
    known[kind.__name__] = kind
    own = inspect.get_annotations(kind)
    asked = type("_", (), {"__annotations__": own, "__module__": kind.__module__})
    return typing.get_type_hints(asked, globalns=known, localns=known)


def signature_of(fields: tuple[Field, ...]) -> inspect.Signature:
    """The parameters of a constructor that takes these fields.

    From the first field on that follows a default without having one itself, they are given by
    name.
    """
    kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters: list[inspect.Parameter] = []
    for field in fields:
        if parameters and field.default is MISSING and parameters[-1].default is not MISSING:
            kind = inspect.Parameter.KEYWORD_ONLY
        parameters.append(
            inspect.Parameter(field.name, kind, default=field.default, annotation=field.annotation)
        )
    return inspect.Signature(parameters)


def bound(fields: tuple[Field, ...], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The value of each field by its name; `TypeError` as for the arguments of a function."""
    given = signature_of(fields).bind(*args, **kwargs)
    given.apply_defaults()
    return given.arguments
