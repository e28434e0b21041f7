"""`Pipeline`: layers that prepare data, one after the other, as one layer."""

from __future__ import annotations

from typing import Any

from ...arguments import Argument, argument
from ...base_layer.calling import in_mode
from ...base_layer.layer import Layer
from ...base_layer.options import LayerOptions
from ...lookup import serialize
from ..recurrent.wrappers import inner_layer


class InnerLayers(Argument[Any, Any]):
    """A list of layers, or of their configurations."""

    def convert(self, owner: Any, value: Any) -> Any:
        return [inner_layer(layer) for layer in value]

    def serialize(self, value: Any) -> Any:
        return [serialize(layer) for layer in value]


class Pipeline(Layer, LayerOptions):
    """Layers that prepare data, in their order; what they take may be a dict of examples.

    >>> import gradtape as tf
    >>> layers = [tf.keras.layers.Rescaling(0.5), tf.keras.layers.CenterCrop(2, 2)]
    >>> tf.keras.layers.Pipeline(layers)(tf.ones([1, 4, 4, 3])).shape
    TensorShape([1, 2, 2, 3])
    """

    layers: InnerLayers = argument()

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Layer:
        """The pipeline of these layers; `ValueError` where none are told."""
        if not isinstance(config.get("layers"), list):
            raise ValueError(
                "`Pipeline` config must contain a `layers` key mapping to a list of serialized "
                f"layers. Received config with layers={config.get('layers')}."
            )
        return super().from_config(config)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        return {name: config[name] for name in ("name", "layers")}

    def call(self, inputs: Any, training: bool | None = True, mask: Any = None) -> Any:
        with in_mode(training):
            for layer in self.layers:
                inputs = layer(inputs)
        return inputs
