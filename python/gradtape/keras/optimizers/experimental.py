"""`keras.optimizers.experimental`: where Keras 2.9 to 2.12 had the optimizers of today."""

from ..._keras.optimizers.adagrad import Adagrad as Adagrad
from ..._keras.optimizers.adam import Adam as Adam, AdamW as AdamW
from ..._keras.optimizers.moments import Adamax as Adamax, Nadam as Nadam
from ..._keras.optimizers.optimizer import Optimizer as Optimizer
from ..._keras.optimizers.rmsprop import RMSprop as RMSprop
from ..._keras.optimizers.scaled import (
    Adadelta as Adadelta,
    Adafactor as Adafactor,
    Ftrl as Ftrl,
)
from ..._keras.optimizers.sgd import SGD as SGD
