"""Every layer by its name, for models that are made again from a configuration."""

from __future__ import annotations

from ..base_layer.layer import Layer
from . import activation, convolution, core, merging, normalization, operation, pooling, separable

_KINDS = (activation, convolution, core, merging, normalization, operation, pooling, separable)

LAYERS: dict[str, type[Layer]] = {
    name: found
    for module in _KINDS
    for name, found in vars(module).items()
    if isinstance(found, type) and issubclass(found, Layer)
}
