"""`keras.experimental`: Keras 2's ready models, and schedules before they stayed."""

from .._keras.models.premade import LinearModel as LinearModel, WideDeepModel as WideDeepModel
from .._keras.optimizers.schedules import (
    CosineDecay as CosineDecay,
    CosineDecayRestarts as CosineDecayRestarts,
)
from .._keras.optimizers.wavering import (
    LinearCosineDecay as LinearCosineDecay,
    NoisyLinearCosineDecay as NoisyLinearCosineDecay,
)
