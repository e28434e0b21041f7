"""`tf.keras`: layers, models, losses, metrics and optimizers over modules and tapes.

Names and conventions are those of Keras 2 inside TensorFlow (layers are modules,
`dense/kernel:0`), defaults and update rules those of Keras 3. Everything runs eagerly.
"""

from __future__ import annotations

from .._namespace import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._keras.base_layer.layer import Layer as Layer
    from .._keras.layers.core import Input as Input
    from .._keras.models.model import Model as Model
    from .._keras.models.sequential import Sequential as Sequential
    from . import (
        activations as activations,
        backend as backend,
        callbacks as callbacks,
        constraints as constraints,
        datasets as datasets,
        initializers as initializers,
        layers as layers,
        losses as losses,
        metrics as metrics,
        models as models,
        optimizers as optimizers,
        regularizers as regularizers,
        saving as saving,
        utils as utils,
    )

_ON_FIRST_USE = {
    "": (
        "activations",
        "backend",
        "callbacks",
        "constraints",
        "datasets",
        "initializers",
        "layers",
        "losses",
        "metrics",
        "models",
        "optimizers",
        "regularizers",
        "saving",
        "utils",
    ),
    "_keras.base_layer.layer": ("Layer",),
    "_keras.layers.core": ("Input",),
    "_keras.models.model": ("Model",),
    "_keras.models.sequential": ("Sequential",),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
