"""The graph of objects that a checkpoint follows: who holds whom, and under which name.

Modules hold what is in their attributes, containers their items by position or key; other classes
say what they hold with a method `_trackable_children() -> dict`, and look at it again in
`_take_restored`, if they have one, after a checkpoint has assigned it. Invariant: a variable is a
leaf; only what can lead to a variable is a node.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import _core
from .._module.module import Module


def is_trackable(value: Any) -> bool:
    """Whether a checkpoint can hold `value`."""
    return isinstance(value, (_core.Variable, Module, list, tuple, Mapping)) or hasattr(
        type(value), "_trackable_children"
    )


def children_of(value: Any) -> dict[str, Any]:
    """What `value` holds, by name, in the order in which it came."""
    if isinstance(value, _core.Variable):
        return {}
    if hasattr(type(value), "_trackable_children"):
        held = value._trackable_children()
    elif isinstance(value, Module):
        held = vars(value)
    elif isinstance(value, Mapping):
        held = {str(key): child for key, child in value.items()}
    else:
        held = {str(index): child for index, child in enumerate(value)}
    return {name: child for name, child in held.items() if is_trackable(child)}


class Graph:
    """All objects that can be reached from a root, breadth first, each once.

    `keys` maps the place of a variable in `nodes` to its name in a checkpoint, the shortest way to
    it.
    """

    def __init__(self, root: Any) -> None:
        self.nodes: list[Any] = [root]
        self.children: list[dict[str, int]] = []
        self.keys: dict[int, str] = {}
        self._paths = [""]
        places = {id(root): 0}
        for place, node in enumerate(self.nodes):  # which grows meanwhile
            self.children.append(
                {
                    name: self._place(child, name, place, places)
                    for name, child in children_of(node).items()
                }
            )
            if isinstance(node, _core.Variable):
                self.keys[place] = f"{self._paths[place]}/.ATTRIBUTES/VARIABLE_VALUE"

    def _place(self, child: Any, name: str, parent: int, places: dict[int, int]) -> int:
        if id(child) not in places:
            places[id(child)] = len(self.nodes)
            self.nodes.append(child)
            prefix = self._paths[parent]
            name = name.replace(".", "..").replace("/", ".S")
            self._paths.append(f"{prefix}/{name}" if prefix else name)
        return places[id(child)]

    def variables(self) -> dict[str, Any]:
        """The variables by their keys."""
        return {key: self.nodes[place] for place, key in self.keys.items()}
