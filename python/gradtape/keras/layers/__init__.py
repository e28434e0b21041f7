"""`keras.layers`: building blocks of models, whose weights are made on the first call."""

from .activation import ELU as ELU, LeakyReLU as LeakyReLU, ReLU as ReLU, Softmax as Softmax
from .core import (
    Activation as Activation,
    Dense as Dense,
    Dropout as Dropout,
    Flatten as Flatten,
    Input as Input,
    InputLayer as InputLayer,
    Lambda as Lambda,
    Reshape as Reshape,
)
from .input_spec import InputSpec as InputSpec
from .layer import Layer as Layer
from .merging import (
    Add as Add,
    Average as Average,
    Concatenate as Concatenate,
    Maximum as Maximum,
    Minimum as Minimum,
    Multiply as Multiply,
    Subtract as Subtract,
)
from .normalization import (
    BatchNormalization as BatchNormalization,
    LayerNormalization as LayerNormalization,
)
