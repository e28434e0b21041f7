"""How the attributes of layers are looked through for weights, layers and metrics at every step.

Nothing is registered when an attribute is set, so a search is repeated whenever its answer is asked
for. Two things make that cheap: the classes of attributes that hold nothing are remembered, and the
layers of a model are looked up once in an epoch, unless a layer has been made meanwhile.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

# Classes that a program makes without end are not kept without end.
_MOST = 4096
_numbers = itertools.count(1)
_last = [0]
# By the id of a model that is in an epoch: the number of layers made until then, and its layers.
_of_models: dict[int, tuple[int, list[Any]]] = {}


class Reported:
    """Base of `Metric`: what a layer holds to have it reported."""


def names_kept_aside(cls: type) -> set[str]:
    """The attributes that a class computes once: they are put where Keras does not see them come,
    and so what they hold is no part of the layer."""
    return {
        name for name, value in vars(cls).items() if isinstance(value, functools.cached_property)
    }


class Barren(set[type]):
    """The classes of values that a search has passed over; it asks `type(value) in ...` itself.

    >>> from gradtape._keras.base_layer.searches import Barren
    >>> barren = Barren()
    >>> barren.learn(1.5)
    >>> float in barren
    True
    """

    def learn(self, value: object) -> None:
        """Pass over objects like this one, unless their class has them be taken for others."""
        cls = type(value)
        if len(self) < _MOST and not any("__class__" in vars(base) for base in cls.__mro__[:-1]):
            self.add(cls)


def layer_made() -> int:
    """A layer has been made, which may now be part of any model: its number."""
    _last[0] = number = next(_numbers)
    return number


def layers_made() -> int:
    """The number of the layer that was made last."""
    return _last[0]


def in_epoch(run: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of the method of a model that runs an epoch: its layers are looked up once."""

    @functools.wraps(run)
    def running(model: Any, *args: Any) -> Any:
        _of_models[id(model)] = (-1, [])
        try:
            return run(model, *args)
        finally:
            _of_models.pop(id(model), None)

    return running


def layers_of(model: Any, search: Callable[[], list[Any]]) -> list[Any]:
    """The layers of a model, itself included."""
    known = _of_models.get(id(model))
    if known is None:
        return search()
    if known[0] != _last[0]:
        _of_models[id(model)] = known = (_last[0], search())
    return known[1]
