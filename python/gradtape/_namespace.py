"""How a namespace finds its names: what loads when it is first used, and what gradtape lacks.

A namespace only re-exports; `lazy` makes its `__getattr__` and `__dir__` from a table of the names
that are not worth loading before somebody asks for them. A name of TensorFlow that is not here is
an `AttributeError` that says what to use instead; it never pretends that something exists.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` is not worth its import time here
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_NOT_NAMES = {"TYPE_CHECKING", "annotations", "lazy"}  # what a namespace needs for itself


def lazy(
    namespace: str,
    places: Mapping[str, tuple[str, ...]],
    otherwise: Callable[[str], Any] | None = None,
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a namespace whose names load when they are first used.

    `places` has the names by the module that defines them, as a path from `gradtape`; the empty
    path stands for submodules of the namespace itself. `otherwise` is asked for any other name.
    """
    found = {name: place for place, names in places.items() for name in names}

    def get(name: str) -> Any:
        if name not in found:
            if otherwise is not None:
                return otherwise(name)
            raise explain(name, namespace)
        value = _load(namespace, name, found[name])
        setattr(sys.modules[namespace], name, value)
        return value

    def names() -> list[str]:
        here = vars(sys.modules[namespace])
        return sorted({name for name in here if _is_public(name)} | found.keys())

    return get, names


def _load(namespace: str, name: str, place: str) -> Any:
    from importlib import import_module

    if not place:
        return import_module(f"{namespace}.{name}")
    return getattr(import_module(f"gradtape.{place}"), name)


def _is_public(name: str) -> bool:
    return name not in _NOT_NAMES and (not name.startswith("_") or name.endswith("__"))


def explain(name: str, namespace: str = "gradtape") -> AttributeError:
    """The error for `namespace.name`, which says what to use instead where that is known.

    >>> from gradtape._namespace import explain
    >>> print(explain("xla"))
    module 'gradtape' has no attribute 'xla': it is not part of gradtape; operations run eagerly
    """
    from ._left_out import instead_of  # at call time: only an error needs it

    text = f"module {namespace!r} has no attribute {name!r}"
    instead = instead_of(f"{namespace}.{name}".partition(".")[2])
    if instead is not None:
        text += f": it is not part of gradtape; {instead}"
    return AttributeError(text, name=name)


def alias(namespace: str, place: str) -> None:
    """Makes `namespace` the module at `place` under another name, submodules included."""
    own = f"gradtape.{place}"
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{own}.")]:
        sys.modules[namespace + name.removeprefix(own)] = sys.modules[name]


def package_name(name: str) -> Any:
    """`gradtape.name`, for namespaces that are the package itself under another name."""
    return getattr(sys.modules["gradtape"], name)


def package_dir() -> list[str]:
    """`dir(gradtape)`, for the same."""
    return dir(sys.modules["gradtape"])
