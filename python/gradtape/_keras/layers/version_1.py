"""`tf.compat.v1.layers`: functions that make a layer and call it.

As in eager TensorFlow each call has new weights, whatever `reuse` says; layers are made with
classes where the weights are to be kept.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..base_layer.layer import Layer
from . import convolution, core, normalization, pooling, separable

# What version 1 has besides, and Keras has not: all of it is about variables of graphs.
_OF_GRAPHS = (
    *("reuse", "_reuse", "_scope", "fused", "virtual_batch_size", "adjustment"),
    *("renorm", "renorm_clipping", "renorm_momentum"),
)
_MODES = (core.Dropout, normalization.BatchNormalization)


def _function(kind: type[Layer]) -> Callable[..., Any]:
    """The function for a class of layers: inputs come first, then the arguments of the class."""

    @functools.wraps(kind, updated=())
    def calling(inputs: Any, *args: Any, **kwargs: Any) -> Any:
        training = {"training": kwargs.pop("training", False)} if kind in _MODES else {}
        given = {
            name: value
            for name, value in kwargs.items()
            if name not in _OF_GRAPHS and not (value is None and name.endswith("_initializer"))
        }
        made: Any = kind
        return made(*args, **given)(inputs, **training)

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
