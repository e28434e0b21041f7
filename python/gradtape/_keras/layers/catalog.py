"""Every layer by its name, for models that are made again from a configuration."""

from __future__ import annotations

from ..base_layer.layer import Layer
from . import (
    activation,
    convolution,
    core,
    embedding,
    merging,
    noise,
    normalization,
    operation,
    pooling,
    separable,
    shaping,
)
from .recurrent import cells, rnn, wrappers

_KINDS = (
    *(activation, convolution, core, embedding, merging, noise, normalization, operation),
    *(pooling, separable, shaping, cells, rnn, wrappers),
)

LAYERS: dict[str, type[Layer]] = {
    name: found
    for module in _KINDS
    for name, found in vars(module).items()
    if isinstance(found, type) and issubclass(found, Layer)
}

wrappers.set_catalog(LAYERS)
