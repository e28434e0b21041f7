"""`tf.keras`: layers, models, losses, metrics and optimizers over modules and tapes.

Names and conventions are those of Keras 2 inside TensorFlow (layers are modules,
`dense/kernel:0`), defaults and update rules those of Keras 3. Everything runs eagerly.
"""

from __future__ import annotations

from .._namespace import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._autodiff.custom_gradients import remat as remat
    from .._keras.base_layer.input_spec import InputSpec as InputSpec
    from .._keras.base_layer.layer import Layer as Layer
    from .._keras.initializers import Initializer as Initializer
    from .._keras.layers.entry import Input as Input, KerasTensor as KerasTensor
    from .._keras.losses.loss import Loss as Loss
    from .._keras.metrics.metric import Metric as Metric
    from .._keras.mixed_precision import (
        DTypePolicy as DTypePolicy,
        FloatDTypePolicy as FloatDTypePolicy,
    )
    from .._keras.models.function import Function as Function
    from .._keras.models.loading import Model as Model, Sequential as Sequential
    from .._keras.optimizers.optimizer import Optimizer as Optimizer
    from .._keras.regularizers import Regularizer as Regularizer
    from .._keras.variable import Variable as Variable
    from .._module.module import name_scope as name_scope
    from .._runtime.eager import device as device
    from . import (
        activations as activations,
        backend as backend,
        callbacks as callbacks,
        config as config,
        constraints as constraints,
        datasets as datasets,
        dtype_policies as dtype_policies,
        experimental as experimental,
        export as export,
        initializers as initializers,
        layers as layers,
        losses as losses,
        metrics as metrics,
        mixed_precision as mixed_precision,
        models as models,
        ops as ops,
        optimizers as optimizers,
        preprocessing as preprocessing,
        random as random,
        regularizers as regularizers,
        saving as saving,
        tree as tree,
        utils as utils,
        wrappers as wrappers,
    )

_ON_FIRST_USE = {
    "": (
        "activations",
        "backend",
        "callbacks",
        "config",
        "constraints",
        "datasets",
        "dtype_policies",
        "experimental",
        "export",
        "initializers",
        "layers",
        "losses",
        "metrics",
        "mixed_precision",
        "models",
        "ops",
        "optimizers",
        "preprocessing",
        "random",
        "regularizers",
        "saving",
        "tree",
        "utils",
        "wrappers",
    ),
    "_autodiff.custom_gradients": ("remat",),
    "_keras.base_layer.input_spec": ("InputSpec",),
    "_keras.base_layer.layer": ("Layer",),
    "_keras.initializers": ("Initializer",),
    "_keras.layers.entry": ("Input", "KerasTensor"),
    "_keras.losses.loss": ("Loss",),
    "_keras.metrics.metric": ("Metric",),
    "_keras.mixed_precision": ("DTypePolicy", "FloatDTypePolicy"),
    "_keras.models.function": ("Function",),
    "_keras.models.loading": ("Model", "Sequential"),
    "_keras.optimizers.optimizer": ("Optimizer",),
    "_keras.regularizers": ("Regularizer",),
    "_keras.variable": ("Variable",),
    "_module.module": ("name_scope",),
    "_runtime.eager": ("device",),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
