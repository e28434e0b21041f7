"""Whether gradtape has a name of TensorFlow, and what to use instead if it has not."""

from __future__ import annotations

import functools
import importlib.machinery
import inspect
from typing import Any, NamedTuple

from ..._left_out import instead_of
from ..._legacy.graphs import REFUSED
from .. import private_paths, spaces
from ..private.left_out import LeftOut

_NOTHING = object()


class Verdict(NamedTuple):
    """Whether a name is there; `instead` is empty if nothing better is known."""

    is_there: bool
    instead: str = ""


def is_root(name: str) -> bool:
    """Whether gradtape answers for a module of this name: Keras counts if it is not installed."""
    if name in ("tensorflow", "gradtape"):
        return True
    return name in spaces.ROOTS and _is_not_installed(name)


def exported(module: str) -> list[str]:
    """What `from module import *` brings from a module of TensorFlow."""
    space = spaces.find_space(_as_tensorflow(module))
    return [] if space is None else spaces.names_in(space)


@functools.cache
def judge(name: str) -> Verdict:
    """The verdict on a dotted name, such as `tensorflow.keras.layers.Dense`.

    Attributes of values that are neither modules nor classes are taken to be there.

    >>> from gradtape._drop_in.checking.existence import judge
    >>> judge("tensorflow.GradientTape.watch").is_there
    True
    >>> judge("tensorflow.xla.experimental")
    Verdict(is_there=False, instead='operations run eagerly')
    """
    root, *parts = _as_tensorflow(name).split(".")
    if name.startswith("gradtape.") and any(part.startswith("_") for part in parts):
        return Verdict(True)  # gradtape's own affair
    space = spaces.find_space(root)
    value: Any = None
    for index, part in enumerate(parts):
        if space is not None:
            deeper = spaces.find_space(f"{space.name}.{part}")
            value = _attribute(space, part)
            if value is _NOTHING and (deeper is None or _is_left_out(deeper)):
                return Verdict(False, _instead([root, *parts[: index + 1]]))
            space = deeper if value is _NOTHING or spaces.is_namespace(value) else None
        elif not inspect.isclass(value):
            break
        elif not hasattr(value, part):
            return Verdict(False, _instead([root, *parts[: index + 1]]))
        else:
            value = getattr(value, part)
    return Verdict(True)


def _attribute(space: spaces.Space, name: str) -> Any:
    try:
        found = spaces.find_attribute(space, name)
        is_left_out = isinstance(found, LeftOut) or any(found is one for one in REFUSED)
        return _NOTHING if is_left_out else found
    except (AttributeError, ImportError):  # an extra that is not installed is not there
        return _NOTHING


def _is_left_out(space: spaces.Space) -> bool:
    """Whether it has every name, and nothing behind any: so that it can be imported."""
    names = [getattr(namespace, "any_name", None) for namespace in space.namespaces]
    return bool(names) and all(isinstance(name, LeftOut) for name in names)


def _as_tensorflow(name: str) -> str:
    root, dot, rest = name.partition(".")
    return f"tensorflow{dot}{rest}" if root == "gradtape" else name


def _instead(parts: list[str]) -> str:
    path = ".".join(filter(None, [spaces.ROOTS[parts[0]], *parts[1:]]))
    return instead_of(private_paths.shortened(path)) or ""


@functools.cache
def _is_not_installed(name: str) -> bool:
    """Looks along `sys.path`, past what gradtape itself has put there."""
    spec = importlib.machinery.PathFinder.find_spec(name)
    return spec is None or "_drop_in" in (spec.origin or "")
