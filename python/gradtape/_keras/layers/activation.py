"""Activation functions as layers, with their settings."""

from __future__ import annotations

from typing import Any

from .. import activations
from ..arguments import Argument, Axis, Number, argument
from ..base_layer.layer import Layer
from ..base_layer.options import LayerOptions


class Ceiling(Argument[float | None, float | None]):
    """The largest output; None for no limit."""


class ReLU(Layer, LayerOptions):
    """`relu`, with a ceiling, a slope below the threshold, and a threshold.

    >>> import gradtape as tf
    >>> tf.keras.layers.ReLU(max_value=1.0)(tf.constant([-1.0, 0.5, 2.0])).numpy().tolist()
    [0.0, 0.5, 1.0]
    """

    max_value: Ceiling = argument(default=None)
    negative_slope: Number = argument(default=0.0)
    threshold: Number = argument(default=0.0)

    def call(self, inputs: Any) -> Any:
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(Layer, LayerOptions, aliases={"alpha": "negative_slope"}):
    """`x` where positive, `negative_slope * x` elsewhere; Keras 2 called the slope `alpha`."""

    negative_slope: Number = argument(default=0.3)

    def call(self, inputs: Any) -> Any:
        return activations.leaky_relu(inputs, self.negative_slope)


class ELU(Layer, LayerOptions):
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere."""

    alpha: Number = argument(default=1.0)

    def call(self, inputs: Any) -> Any:
        return activations.elu(inputs, self.alpha)


class Softmax(Layer, LayerOptions):
    """`exp(x)` divided by its sum along `axis`."""

    axis: Axis = argument(default=-1)

    def call(self, inputs: Any) -> Any:
        return activations.softmax(inputs, self.axis)
