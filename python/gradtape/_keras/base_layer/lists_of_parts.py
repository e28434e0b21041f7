"""Lists that layers of Keras 2 hold, which answer for the parts in them: `self.blocks.layers`.

There every list that becomes an attribute is replaced. Here that is done where nobody can tell:
where the list is held by nobody else, as one is that was written behind `self.blocks =`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ... import _core
from ..._module.module import Module


class TrackableDataStructure:
    """The kind of the containers that modules of TensorFlow hold."""


class ListWrapper(TrackableDataStructure, list[Any]):
    """A list that tells of the layers and variables in it, and in lists in it."""

    trainable = True

    def __repr__(self) -> str:
        return f"ListWrapper({list(self)!r})"

    @property
    def layers(self) -> list[Any]:
        """The layers, each once; a model counts as one."""
        found = {id(part): part for part in _parts(self) if hasattr(part, "weights")}
        return list(found.values())

    @property
    def trainable_weights(self) -> list[Any]:
        """What is to be trained of the layers, then of variables that lie beside them."""
        return self._weights(True) if self.trainable else []

    @property
    def non_trainable_weights(self) -> list[Any]:
        """What is not to be trained."""
        if self.trainable:
            return self._weights(False)
        return [*self._weights(True), *self._weights(False)]

    @property
    def weights(self) -> list[Any]:
        """All weights, those to be trained first."""
        return [*self.trainable_weights, *self.non_trainable_weights]

    trainable_variables = trainable_weights
    non_trainable_variables = non_trainable_weights
    variables = weights

    @property
    def losses(self) -> list[Any]:
        """The losses of the layers."""
        return [loss for layer in self.layers for loss in layer.losses]

    @property
    def updates(self) -> list[Any]:
        """None: what a layer changes, it has changed."""
        return []

    def _weights(self, trained: bool) -> list[Any]:
        kind = "trainable_weights" if trained else "non_trainable_weights"
        found = [weight for layer in self.layers for weight in getattr(layer, kind)]
        own = [part for part in _parts(self) if isinstance(part, _core.Variable)]
        found += [variable for variable in own if variable.trainable is trained]
        return list({id(weight): weight for weight in found}.values())


def _parts(container: Any) -> list[Any]:
    """What a container holds, at any depth."""
    found: list[Any] = []
    for part in container.values() if isinstance(container, dict) else container:
        found += _parts(part) if isinstance(part, (list, tuple, dict)) else [part]
    return found


def in_a_layer(name: str, value: list[Any]) -> list[Any]:
    """The list that becomes an attribute of this name: one that tells of its parts, if it may.

    It is called by `__setattr__` alone, since it counts who holds the list.
    """
    if name.startswith("_") or sys.getrefcount(value) > _ALONE:
        return value
    holds_parts = all(isinstance(part, (Module, _core.Variable, list)) for part in value)
    return ListWrapper(value) if holds_parts else value


def _references(_name: str, value: list[Any]) -> int:
    return sys.getrefcount(value)


class _Probe:
    """Counts who holds a list that is set as an attribute and is nobody else's."""

    count: Callable[[str, list[Any]], int]

    def __init__(self, count: Callable[[str, list[Any]], int]) -> None:
        vars(self)["count"] = count

    def __setattr__(self, name: str, value: Any) -> None:
        if type(value) is list:
            value = self.count(name, value)
        vars(self)[name] = value


def _references_to_a_new_list() -> int:
    probe: Any = _Probe(_references)
    probe.held = []
    found: int = probe.held
    return found


_ALONE = _references_to_a_new_list()
