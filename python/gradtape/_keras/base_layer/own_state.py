"""What a program's own layer may save and load in its own way: variables, files, and how it builds.

Invariant: what a layer does not override is saved as that of any other layer.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from ..._structure import nest


class OwnState:
    """Mixin of `Layer`: what `Model.save` and `load_model` call where it is overridden."""

    def save_own_variables(self: Any, store: MutableMapping[str, Any]) -> None:
        """Put the weights of this layer into a mapping, by numbers; an override may add others."""
        for number, weight in enumerate(self.weights):
            store[str(number)] = weight.numpy()

    def load_own_variables(self: Any, store: MutableMapping[str, Any]) -> None:
        """Assign to the weights of this layer what `save_own_variables` has put there."""
        for number, weight in enumerate(self.weights):
            weight.assign(store[str(number)])

    def save_assets(self, inner_path: str) -> None:
        """Write files into a folder; nothing by default."""

    def load_assets(self, inner_path: str) -> None:
        """Read the files of a folder that `save_assets` wrote; nothing by default."""

    def get_build_config(self: Any) -> dict[str, Any] | None:
        """What `build_from_config` needs: the shape of the input, None before it is known."""
        shape = self._shape_of_input
        return None if shape is None else {"input_shape": nest.map_structure(_plain, shape)}

    def build_from_config(self: Any, config: dict[str, Any]) -> None:
        """Build as `get_build_config` says."""
        self.build(config["input_shape"])


def _plain(shape: Any) -> tuple[Any, ...] | None:
    return None if shape is None else tuple(shape)  # None stands where there was no tensor


def finalize(part: Any) -> None:
    """Let a layer or model, and all in it, take up what was assigned to their weights."""
    for layer in part._layers_and_self():
        layer.finalize_state()


def overrides(layer: Any, name: str) -> bool:
    """Whether the class of a layer has a method of this name of its own."""
    is_layer = isinstance(layer, OwnState)
    return is_layer and getattr(type(layer), name) is not getattr(OwnState, name)
