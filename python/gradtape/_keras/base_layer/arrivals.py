"""When what a layer holds came: layers in lists and dictionaries, which may be filled later, and
variables that a program made itself beside those of `add_weight`.

Keras 3 registers a layer at the moment when it is put somewhere; Keras 2 lists it where its
container was set. A container stays the program's own here and tells nothing, so what is put into
it counts as come when it was made, which a program does in the same breath, and no earlier than
what lies before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ... import _core
from ..._module.module import Module
from ..._runtime.versions import is_keras_2_asked_for
from . import searches

CONTAINERS = (list, tuple, dict)
# Lists that models fill themselves, in an order of their own.
_OF_MODELS = ("_stacked_layers", "_layers_of_network")


def note(holder: Any, name: str, value: Any) -> None:
    """Remember how many layers there were when this attribute was set, and how many weights."""
    if isinstance(value, (Module, *CONTAINERS)) and name not in _OF_MODELS:
        vars(holder).setdefault("_set_at", {})[name] = searches.layers_made()
    if isinstance(value, (_core.Variable, *CONTAINERS)) and is_keras_2_asked_for():
        lists = map(vars(holder).get, ("_trainable_weights", "_non_trainable_weights"))
        counts = [len(made or ()) for made in lists]
        if any(counts):
            vars(holder).setdefault("_after_weights", {})[name] = counts


def weights_in_order(
    holder: Any, variables: dict[int, Any], leaves: Callable[[Any], Iterator[Any]]
) -> dict[int, Any]:
    """A layer's own variables, by their ids: those of `add_weight` and others as they came.

    So in Keras 2, where variables enter the list as attributes are set.
    """
    places: dict[int, float] = {}
    for made in (holder._trainable_weights, holder._non_trainable_weights):
        places.update((id(weight), number) for number, weight in enumerate(made))
    after = vars(holder).get("_after_weights", {})
    for name, value in vars(holder).items():
        if isinstance(value, (_core.Variable, *CONTAINERS)) and name not in holder._unsearched:
            trained, others = after.get(name, (0, 0))
            for leaf in leaves(value) if isinstance(value, CONTAINERS) else (value,):
                if id(leaf) in variables:
                    places.setdefault(id(leaf), (trained if leaf.trainable else others) - 0.5)
    return {key: variables[key] for key in sorted(variables, key=places.__getitem__)}


def note_made(layer: Any) -> None:
    """Remember which number this layer has among all that were made."""
    vars(layer)["_made_at"] = searches.layer_made()


def is_late(leaf: Any, since: int | None) -> bool:
    """Whether what a container holds was made after the container had been set."""
    return since is not None and vars(leaf).get("_made_at", since) > since


def in_order(
    holder: Any, modules: dict[int, Module], leaves: Callable[[Any], Iterator[Any]]
) -> dict[int, Module]:
    """The modules that a layer holds, by their ids, in the order in which they came."""
    set_at, places = vars(holder)["_set_at"], dict.fromkeys(modules, searches.layers_made())
    for name, value in vars(holder).items():
        place = set_at.get(name, 0)
        if id(value) in places:
            places[id(value)] = min(place, places[id(value)])
        elif isinstance(value, CONTAINERS) and name not in holder._unsearched:
            for leaf in leaves(value):
                if id(leaf) in places:
                    place = max(place, vars(leaf).get("_made_at", 0))
                    places[id(leaf)] = min(place, places[id(leaf)])
    return {key: modules[key] for key in sorted(modules, key=places.__getitem__)}
