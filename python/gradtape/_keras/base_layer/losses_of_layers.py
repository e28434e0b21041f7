"""The scalars that a layer and those below it add to the loss, in Keras's order.

That is the order in which Keras walks through the layers, each before those that it holds: in
Keras 3 what calls have added comes before all penalties on weights, which are in the order of the
weights; in Keras 2 each layer has both together. Invariant: an outermost call of a layer forgets
what it and the layers below it have added before, and nothing of other layers; so a step that calls
the parts of a model one by one finds the losses of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from .searches import layers_made


def losses_of(holder: Any) -> list[Any]:
    """What the last calls have added, and the penalties on weights."""
    every = holder._layers_and_self()
    layers, of_weights = _in_order(holder, every)
    begun = _last_calls(layers, every)
    parts = (_added, _penalties_in_keras_3 if are_of_keras_3() else _penalties)
    if is_keras_2_asked_for():
        return [loss for layer in layers for part in parts for loss in part(layer, begun, holder)]
    walks = zip(parts, (layers, of_weights), strict=True)
    return [loss for part, walk in walks for layer in walk for loss in part(layer, begun, holder)]


def forget_added(holder: Any) -> None:
    """Let nothing have been added: symbolic calls of Keras 3 leave no losses but penalties."""
    for layer in holder._layers_and_self() if are_of_keras_3() else ():
        if layer._losses:
            layer._losses = []


def _last_calls(layers: list[Any], every: list[Any]) -> dict[int, int]:
    """By the ids of layers the number of the last call that made them forget what they had added;
    nothing if that is all of the last call, as it is where a model is called as a whole."""
    numbers = [number for layer in layers for number, _ in layer._losses]
    oldest = min(numbers, default=0)
    begun: dict[int, int] = {}
    for one in every if numbers else ():
        if one._call_number > oldest:
            for below in one._layers_and_self():
                begun[id(below)] = max(begun.get(id(below), 0), one._call_number)
    return begun


def _added(layer: Any, begun: dict[int, int], holder: Any) -> Iterator[Any]:
    first = begun.get(id(layer), 0)
    return (loss for number, loss in layer._losses if number >= first)


def _penalties(layer: Any, begun: dict[int, int], holder: Any) -> Iterator[Any]:
    """In Keras 2 those on frozen weights too."""
    for penalty, weight in layer._weight_penalties:
        trained = weight is None or (weight.trainable and layer._trainable)
        if trained or is_keras_2_asked_for():
            yield penalty(weight)


def _penalties_in_keras_3(layer: Any, begun: dict[int, int], holder: Any) -> Iterator[Any]:
    """Those on weights that the layer that was asked trains, whatever their own layer says."""
    for penalty, weight in layer._weight_penalties:
        if weight is None or (weight.trainable and holder._trainable):
            yield penalty(weight)


def _in_order(holder: Any, every: list[Any]) -> tuple[list[Any], list[Any]]:
    """The layers that add something, for what they have added and for penalties; their order is
    looked up once, until a layer is made."""
    found = [one for one in every if one._losses or one._weight_penalties]
    if len(found) < 2:
        return found, found
    key = (layers_made(), *map(id, found))
    known = vars(holder).get("_order_of_losses")
    if known is None or known[0] != key:
        walks = holder._flatten_layers(), holder._each_layer(recursive=True, include_self=True)
        known = key, *(_order(walk, found) for walk in walks)
        vars(holder)["_order_of_losses"] = known
    return [found[at] for at in known[1]], [found[at] for at in known[2]]


def _order(walk: Iterable[Any], found: list[Any]) -> list[int]:
    places: dict[int, int] = {}
    for layer in walk:
        places.setdefault(id(layer), len(places))
    return sorted(range(len(found)), key=lambda at: places.get(id(found[at]), len(places)))
