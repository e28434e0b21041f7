"""What a model consists of: its layers, one by name, or all in a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from .summary import print_summary


class Listing:
    """Mixin of `Model`.

    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, name="last")])
    >>> model.get_layer("last") is model.get_layer(index=0)
    True
    """

    layers: Any  # of the model, in its order
    _known_network: Callable[[str], Any]

    @property
    def _nodes_by_depth(self) -> dict[int, Any]:
        """The calls of a network by how far they are from the outputs, for tools that cut it up."""
        return self._known_network("output").by_depth()

    def get_layer(self, name: str | None = None, index: int | None = None) -> Any:
        """The layer of this name, or at this place; `ValueError` if there is none."""
        layers = self.layers
        if index is not None and name is not None and not is_keras_2_asked_for():
            raise ValueError(
                f"Provide only a layer name or a layer index. Received: index={index}, name={name}."
            )
        if index is not None:
            if index >= len(layers):
                raise ValueError(
                    f"Was asked to retrieve layer at index {index} but model only has "
                    f"{len(layers)} layers."
                )
            return layers[index]
        if name is None:
            raise ValueError("Provide either a layer name or layer index at `get_layer`.")
        for layer in layers:
            if layer.name == name:
                return layer
        names = [layer.name for layer in layers]
        raise ValueError(f"No such layer: {name}. Existing layers are: {names}.")

    def summary(
        self,
        line_length: int | None = None,
        positions: Sequence[float] | None = None,
        print_fn: Callable[[str], Any] | None = None,
        expand_nested: bool = False,
        show_trainable: bool = False,
        layer_range: Sequence[str] | None = None,
    ) -> None:
        """Print a table of the layers: their output shapes, and their numbers of weights.

        What is not built yet has neither. `print_fn` gets the whole as one text. Columns end at
        `positions`, shares of the width; `layer_range` is two patterns of names. `ValueError` where
        the columns get too narrow, or no name fits.
        """
        print_summary(
            self, line_length, positions, print_fn, expand_nested, show_trainable, layer_range
        )
