"""`tf.compat.v1.layers`: functions that make a layer and call it.

As in eager TensorFlow each call has new weights, whatever `reuse` says, but in a template;
elsewhere layers are made with classes where the weights are to be kept.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..._legacy.templates import kept, name_in_template
from ..base_layer.layer import Layer
from ..naming import snake_case
from . import convolution, core, normalization, pooling, separable

# What version 1 has besides, and Keras has not: all of it is about variables of graphs.
_OF_GRAPHS = (
    *("reuse", "_reuse", "_scope", "fused", "virtual_batch_size", "adjustment"),
    *("renorm", "renorm_clipping", "renorm_momentum"),
)
_MODES = (core.Dropout, normalization.BatchNormalization)


def _given(kind: type[Layer], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments that Keras's class has too; in a template layers have a name."""
    given = {
        name: value
        for name, value in kwargs.items()
        if name not in _OF_GRAPHS and not (value is None and name.endswith("_initializer"))
    }
    name = given.get("name") or name_in_template(snake_case(kind.__name__))
    return given if name is None else {**given, "name": name}


class Dense(core.Dense):
    """Keras's layer with the arguments of version 1; in a template it has the weights of before."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **_given(Dense, kwargs))

    def add_weight(self, name: str, *args: Any, **kwargs: Any) -> Any:  # type: ignore[override]
        """A weight, or the one that a layer of this name has in the template."""
        add = super().add_weight
        return kept(f"{self.name}/{name}", lambda: add(name, *args, **kwargs))

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """The layer called."""
        return self(inputs, *args, **kwargs)


def _function(kind: type[Layer]) -> Callable[..., Any]:
    """The function for a class of layers: inputs come first, then the arguments of the class."""

    @functools.wraps(kind, updated=())
    def calling(inputs: Any, *args: Any, **kwargs: Any) -> Any:
        training = {"training": kwargs.pop("training", False)} if kind in _MODES else {}
        given = _given(kind, kwargs)
        name = given.get("name")
        layer: Any = kept(str(name), lambda: kind(*args, **given))
        return layer(inputs, **training)

    return calling


dense = _function(core.Dense)
dropout = _function(core.Dropout)
flatten = _function(core.Flatten)
conv1d, conv2d, conv3d = map(
    _function, (convolution.Conv1D, convolution.Conv2D, convolution.Conv3D)
)
conv2d_transpose = _function(convolution.Conv2DTranspose)
conv3d_transpose = _function(convolution.Conv3DTranspose)
separable_conv1d = _function(separable.SeparableConv1D)
separable_conv2d = _function(separable.SeparableConv2D)
batch_normalization = _function(normalization.BatchNormalization)
max_pooling1d = _function(pooling.MaxPooling1D)
max_pooling2d = _function(pooling.MaxPooling2D)
max_pooling3d = _function(pooling.MaxPooling3D)
average_pooling1d = _function(pooling.AveragePooling1D)
average_pooling2d = _function(pooling.AveragePooling2D)
average_pooling3d = _function(pooling.AveragePooling3D)
