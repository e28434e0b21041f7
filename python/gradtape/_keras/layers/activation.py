"""Activation functions as layers, with their settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from .. import activations
from ..arguments import Argument, Number, argument
from ..assignable import also_called
from ..base_layer.layer import Layer
from ..base_layer.options import (
    Constraint,
    Initializer,
    LayerOptions,
    Regularizer,
    weight_of,
)
from .attention import masked_softmax

if TYPE_CHECKING:
    from ..._typing import TensorLike


class SharedAxes(Argument[Any, Any]):
    """Axes, counted from 1, or None."""

    def convert(self, owner: Any, value: TensorLike) -> Any:
        return [value] if isinstance(value, int) else value


class Ceiling(Argument[float | None, float | None]):
    """The largest output; None for no limit."""


@activations.found_as_layer
class ReLU(Layer, LayerOptions):
    """`relu`, with a ceiling, a slope below the threshold, and a threshold.

    >>> import gradtape as tf
    >>> tf.keras.layers.ReLU(max_value=1.0)(tf.constant([-1.0, 0.5, 2.0])).numpy().tolist()
    [0.0, 0.5, 1.0]
    """

    _starts_built = _computes_narrow = _takes_any_batch = True
    max_value: Ceiling = argument(default=None)
    negative_slope: Number = argument(default=0.0)
    threshold: Number = argument(default=0.0)
    supports_masking = True

    def _initialize(self) -> None:
        for name in ("max_value", "negative_slope", "threshold"):
            value, least = getattr(self, name), name != "max_value"
            if value < 0 if value is not None else least:
                none = "None or " if least else ""
                raise ValueError(
                    f"{name} of a ReLU layer cannot be {none}a negative value. Received: "
                    f"{name}={value}"
                )

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


@activations.found_as_layer
class LeakyReLU(Layer, LayerOptions, aliases={"alpha": "negative_slope"}):
    """`x` where positive, `negative_slope * x` elsewhere; Keras 2 called the slope `alpha`."""

    _starts_built = _computes_narrow = _takes_any_batch = True
    negative_slope: Number = argument(default=0.3)
    alpha = also_called("negative_slope")
    supports_masking = True

    def _initialize(self) -> None:
        is_upside_down = self.negative_slope is not None and self.negative_slope < 0
        if self.negative_slope is None or (is_upside_down and not is_keras_2_asked_for()):
            raise ValueError(
                "The negative_slope value of a Leaky ReLU layer cannot be None or negative value. "
                f"Expected a float. Received: negative_slope={self.negative_slope}"
            )

    def call(self, inputs: _core.Tensor) -> Any:
        return activations.leaky_relu(inputs, self.negative_slope)

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal layer, by the names of the Keras that is asked for."""
        config = super().get_config()
        if is_keras_2_asked_for():  # which keeps the slope as a single
            config["alpha"] = float(np.float32(config.pop("negative_slope")))
        return config


@activations.found_as_layer
class ELU(Layer, LayerOptions):
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere."""

    _starts_built = _computes_narrow = True
    alpha: Number = argument(default=1.0)
    supports_masking = True

    def call(self, inputs: _core.Tensor) -> Any:
        return activations.elu(inputs, self.alpha)


class SoftmaxAxes(Argument[Any, Any]):
    """An axis, or several."""

    def convert(self, owner: Any, value: Any) -> Any:
        return value if isinstance(value, int) else tuple(value)


@activations.found_as_layer
class PReLU(Layer, LayerOptions):
    """`x` where positive, `alpha * x` elsewhere, with a learned `alpha` for each element.

    It is shared along `shared_axes` (counted from 1, the batch apart).
    """

    _computes_narrow = True
    alpha_initializer: Initializer = argument(default="zeros")
    alpha_regularizer: Regularizer = argument(default=None)
    alpha_constraint: Constraint = argument(default=None)
    shared_axes: SharedAxes = argument(default=None)
    supports_masking = True

    def build(self, input_shape: Any) -> None:
        sizes = input_shape.as_list()[1:]
        for axis in self.shared_axes or ():
            sizes[axis - 1] = 1
        self.alpha = weight_of(self, "alpha", sizes)
        self.built = True

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        return _core.relu(inputs) - self.alpha * _core.relu(-inputs)


@activations.found_as_layer
class ThresholdedReLU(Layer, LayerOptions):
    """`x` above `theta`, else 0."""

    _computes_narrow = True
    theta: Number = argument(default=1.0)
    supports_masking = True

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        return inputs * _core.cast(inputs > self.theta, inputs.dtype)


@activations.found_as_layer
class Softmax(Layer, LayerOptions):
    """`exp(x)` divided by its sum along `axis`, one or several; 0 where `mask` is false."""

    _starts_built = _computes_narrow = True
    axis: SoftmaxAxes = argument(default=-1)
    supports_masking = True

    def call(self, inputs: _core.Tensor, mask: TensorLike | None = None) -> _core.Tensor:
        if mask is None and isinstance(self.axis, int):
            return activations.softmax(inputs, self.axis)
        if mask is not None and not is_keras_2_asked_for():
            _check_mask(tuple(getattr(mask, "shape", ())), tuple(inputs.shape))
        return masked_softmax(inputs, mask, self.axis)


def _check_mask(mask: tuple[int, ...], inputs: tuple[int, ...]) -> None:
    """`ValueError` for a mask that does not broadcast to the inputs."""
    received = f"Received: inputs.shape={inputs}, mask.shape={mask}"
    if len(mask) > len(inputs):
        raise ValueError(
            "The `mask` must be broadcastable to `inputs` and must not have more dimensions. "
            f"{received}"
        )
    if any(m not in (1, n) for m, n in zip(mask[::-1], inputs[::-1], strict=False)):
        raise ValueError(
            "The `mask` must be broadcastable to `inputs`. Each mask dimension must be 1 or match "
            f"the corresponding input dimension. {received}"
        )
