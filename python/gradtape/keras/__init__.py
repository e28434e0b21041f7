"""`tf.keras`: layers, models, losses, metrics and optimizers over modules and tapes.

Names and conventions are those of Keras 2 inside TensorFlow (layers are modules,
`dense/kernel:0`), defaults and update rules those of Keras 3. Everything runs eagerly.
"""

import sys

from . import (
    activations as activations,
    backend as backend,
    callbacks as callbacks,
    constraints as constraints,
    initializers as initializers,
    layers as layers,
    losses as losses,
    metrics as metrics,
    models as models,
    numerical as utils,
    optimizers as optimizers,
    regularizers as regularizers,
    saving as saving,
)
from .layers import Input as Input
from .models import Model as Model, Sequential as Sequential

# `numerical` under its public name, for `from gradtape.keras.utils import to_categorical` as well.
sys.modules[f"{__name__}.utils"] = utils
