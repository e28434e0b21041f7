"""`tf.keras`: layers, models, losses, metrics and optimizers over modules and tapes.

Names and conventions are those of Keras 2 inside TensorFlow (layers are modules,
`dense/kernel:0`), defaults and update rules those of Keras 3. Everything runs eagerly.
"""

import sys

from . import activations as activations
from . import backend as backend
from . import callbacks as callbacks
from . import constraints as constraints
from . import initializers as initializers
from . import layers as layers
from . import losses as losses
from . import metrics as metrics
from . import models as models
from . import numerical as utils
from . import optimizers as optimizers
from . import regularizers as regularizers
from . import saving as saving
from .layers import Input as Input
from .models import Model as Model
from .models import Sequential as Sequential

# `numerical` under its public name, for `from gradtape.keras.utils import to_categorical` as well.
sys.modules[f"{__name__}.utils"] = utils
