"""`keras.optimizers.legacy`: the optimizers under the path that Keras 2 moved its older ones to."""

from ..._keras.optimizers.adagrad import Adagrad as Adagrad
from ..._keras.optimizers.adam import Adam as Adam
from ..._keras.optimizers.moments import (
    Adamax as Adamax,
    Nadam as Nadam,
)
from ..._keras.optimizers.optimizer import Optimizer as Optimizer
from ..._keras.optimizers.rmsprop import RMSprop as RMSprop
from ..._keras.optimizers.scaled import (
    Adadelta as Adadelta,
    Ftrl as Ftrl,
)
from ..._keras.optimizers.sgd import SGD as SGD
