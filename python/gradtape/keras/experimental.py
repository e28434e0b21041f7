"""`keras.experimental`: schedules under the path that Keras 2 had for them."""

from .._keras.optimizers.schedules import (
    CosineDecay as CosineDecay,
    CosineDecayRestarts as CosineDecayRestarts,
)
from .._keras.optimizers.wavering import (
    LinearCosineDecay as LinearCosineDecay,
    NoisyLinearCosineDecay as NoisyLinearCosineDecay,
)
