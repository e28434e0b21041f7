"""When the layers came that a layer holds in lists and dictionaries, which may be filled later.

Keras 3 registers a layer at the moment when it is put somewhere; Keras 2 lists it where its
container was set. A container stays the program's own here and tells nothing, so what is put into
it counts as come when it was made, which a program does in the same breath, and no earlier than
what lies before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..._module.module import Module
from . import searches

CONTAINERS = (list, tuple, dict)
# Lists that models fill themselves, in an order of their own.
_OF_MODELS = ("_stacked_layers", "_layers_of_network")


def note(holder: Any, name: str, value: Any) -> None:
    """Remember how many layers there were when this attribute was set."""
    if isinstance(value, (Module, *CONTAINERS)) and name not in _OF_MODELS:
        vars(holder).setdefault("_set_at", {})[name] = searches.layers_made()


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
