"""`keras.layers`: building blocks of models, whose weights are made on the first call."""

from .activation import ELU as ELU
from .activation import LeakyReLU as LeakyReLU
from .activation import ReLU as ReLU
from .activation import Softmax as Softmax
from .core import Activation as Activation
from .core import Dense as Dense
from .core import Dropout as Dropout
from .core import Flatten as Flatten
from .core import Input as Input
from .core import InputLayer as InputLayer
from .core import Lambda as Lambda
from .core import Reshape as Reshape
from .input_spec import InputSpec as InputSpec
from .layer import Layer as Layer
from .merging import Add as Add
from .merging import Average as Average
from .merging import Concatenate as Concatenate
from .merging import Maximum as Maximum
from .merging import Minimum as Minimum
from .merging import Multiply as Multiply
from .merging import Subtract as Subtract
from .normalization import BatchNormalization as BatchNormalization
from .normalization import LayerNormalization as LayerNormalization
