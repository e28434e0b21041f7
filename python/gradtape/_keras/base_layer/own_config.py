"""The configuration of layers whose class has no `get_config`: what they were made with.

That says enough where it is numbers, texts and the like, alone or in lists and dicts.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

from ..._structure import nest

_PLAIN = (str, int, float, bool, type(None))
# What every layer says of itself, if it can be made with that.
_OF_ANY = ("name", "trainable", "dtype")


def arguments(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """What a layer is being made with, by name; None where that says too little.

    >>> from gradtape._keras.base_layer.own_config import arguments
    >>> class Scaled:
    ...     def __init__(self, factor, offset=0.0): ...
    >>> arguments(Scaled, (2.0,), {}), arguments(Scaled, (print,), {})
    ({'factor': 2.0}, None)
    """
    parameters = _parameters(cls)
    positional = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    if len(args) > len(positional):
        return None
    given = {**dict(zip(positional, args)), **kwargs}  # noqa: B905: the rest has defaults
    given = {name: value for name, value in given.items() if name not in _OF_ANY}
    try:
        plain = all(isinstance(leaf, _PLAIN) for leaf in nest.flatten(given))
    except (TypeError, ValueError):
        plain = False
    return given if plain else None


def configuration(layer: Any, own: dict[str, Any], given: dict[str, Any] | None) -> dict[str, Any]:
    """`own` as far as the class takes it, and what the layer was made with."""
    if given is None:
        raise NotImplementedError(
            f"Object {type(layer).__name__} was created by passing non-serializable argument "
            "values in `__init__()`, and therefore the object must override `get_config()` in "
            "order to be serializable. Please implement `get_config()`."
        )
    parameters = _parameters(type(layer))
    takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters)
    names = {p.name for p in parameters}
    fit = {name: value for name, value in own.items() if takes_all or name in names}
    return {**fit, **given}


@functools.lru_cache(maxsize=1024)
def _parameters(cls: type) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(cls.__init__).parameters.values())[1:]  # type: ignore[misc]
