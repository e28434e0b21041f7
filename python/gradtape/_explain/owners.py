"""What a program calls its modules, layers and models while their methods run.

A module is known by what it has, a name and trainable variables, so that modules, layers of
`gradtape.keras` and layers of Keras on gradtape all count. Nothing here runs a property of a
program's class but `name`.
"""

from __future__ import annotations

from typing import Any


def path_of(owners: list[Any]) -> str:
    """`"model/dense"` for the objects whose methods run, the innermost first; "" for none."""
    names: list[str] = []
    parent = None
    for owner in reversed(owners):
        if owner is not parent and _is_module(owner):
            names.append(_called(owner, parent))
            parent = owner
    return "/".join(names)


def _is_module(thing: Any) -> bool:
    kind = type(thing)
    return hasattr(kind, "trainable_variables") and hasattr(kind, "name")


def _called(module: Any, parent: Any) -> str:
    """A layer's name, which is its own; else the attribute that holds the module, or its name."""
    if not hasattr(type(module), "get_config"):
        for attribute, value in list(getattr(parent, "__dict__", {}).items()):
            if attribute.startswith("_"):
                continue
            if value is module:
                return str(attribute)
            if isinstance(value, (list, tuple)):
                for place, item in enumerate(value):
                    if item is module:
                        return f"{attribute}[{place}]"
    return str(getattr(module, "name", type(module).__name__))
