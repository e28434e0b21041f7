"""The parts of a model that have a state, by the paths that files of Keras 3 give them.

Keras goes along attributes in the order of their names, private ones last, and along lists by the
classes of what they hold; models of layers have `layers` first. Invariant: each part comes once,
by the first path to it, and a part comes before those that it holds.
"""

from __future__ import annotations

import collections
import functools
from collections.abc import Iterator, Mapping
from typing import Any

from .base_layer.layer import Layer
from .naming import snake_case
from .optimizers.optimizer import Optimizer
from .weight import starts_trained

_CONTAINERS = (list, tuple, dict)
_MODELS = f"{__package__}.models."
_OPTIMIZERS = ("optimizer", "inner_optimizer")


def parts_of(thing: Any, path: str = "", seen: set[int] | None = None) -> Iterator[tuple[str, Any]]:
    """A layer or an optimizer and what it holds, by paths.

    >>> import gradtape as tf
    >>> from gradtape._keras.saved_parts import parts_of
    >>> model = tf.keras.Sequential([tf.keras.Input((3, 2)), tf.keras.layers.LSTM(4)])
    >>> [path for path, _ in parts_of(model)]
    ['', 'layers/lstm', 'layers/lstm/cell']
    """
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    yield path, thing
    for name, value in _held_by(thing):
        inner = f"{path}/{name}".lstrip("/")
        if isinstance(value, Layer | Optimizer):
            yield from parts_of(value, inner, seen)
        elif isinstance(value, _CONTAINERS):
            yield from _contained(value, inner, seen, set())


def _contained(
    container: Any, path: str, seen: set[int], outer: set[int]
) -> Iterator[tuple[str, Any]]:
    """The parts in a list, tuple or dict, by their class and how many of it came before."""
    if id(container) in outer:
        return
    outer.add(id(container))
    counts: collections.Counter[str] = collections.Counter()
    for value in container.values() if isinstance(container, Mapping) else container:
        if isinstance(value, Layer | Optimizer):
            name = snake_case(type(value).__name__)
        elif isinstance(value, _CONTAINERS):
            name = "container"
        else:
            continue
        numbered = f"{path}/{name}_{counts[name]}" if counts[name] else f"{path}/{name}"
        counts[name] += 1
        if name == "container" and isinstance(value, _CONTAINERS):
            yield from _contained(value, numbered, seen, outer)
        else:
            yield from parts_of(value, numbered, seen)


def own_weights(part: Any) -> list[Any]:
    """The variables of a part itself, those to train first, without those of what it holds."""
    variables, _ = part._held_parts()
    return sorted(variables, key=lambda variable: not starts_trained(variable))


def by_use(layer: Any) -> list[Any]:
    """All weights to train, then the others: the order of the older layout."""
    both = layer.trainable_weights + layer.non_trainable_weights
    return list({id(variable): variable for variable in both}.values())


def _held_by(thing: Any) -> Iterator[tuple[str, Any]]:
    """Attributes that may be parts, in the order in which Keras looks at them."""
    if isinstance(thing, Optimizer):
        yield from ((name, getattr(thing, name, None)) for name in _OPTIMIZERS)
        return
    held = {
        name: value for name, value in vars(thing).items() if name not in type(thing)._unsearched
    }
    kind: Any = type(thing)
    for name in _properties(kind):
        try:
            held[name] = getattr(thing, name)
        except Exception:  # what a program's property says is no matter of a file
            continue
    if hasattr(thing, "_layers_and_operations"):
        held |= {"layers": thing.layers, "optimizer": thing.optimizer}
        if thing._network_of_layers is not None or hasattr(thing, "_stacked_layers"):
            yield "layers", held.pop("layers")
    yield from sorted(held.items(), key=lambda pair: (pair[0].startswith("_"), pair[0]))


@functools.lru_cache(maxsize=1024)
def _properties(kind: Any) -> tuple[str, ...]:
    """The properties of a class that not every layer or model has."""
    return tuple(
        {
            name: None
            for base in kind.__mro__
            if base not in Layer.__mro__ and not str(base.__module__).startswith(_MODELS)
            for name, value in vars(base).items()
            if isinstance(value, property)
        }
    )
