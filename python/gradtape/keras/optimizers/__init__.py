"""`keras.optimizers`: rules that change variables along their gradients."""

from ..._keras.optimizers.adagrad import Adagrad as Adagrad
from ..._keras.optimizers.adam import Adam as Adam, AdamW as AdamW
from ..._keras.optimizers.catalog import (
    deserialize as deserialize,
    get as get,
    serialize as serialize,
)
from ..._keras.optimizers.optimizer import Optimizer as Optimizer
from ..._keras.optimizers.rmsprop import RMSprop as RMSprop
from ..._keras.optimizers.sgd import SGD as SGD
from . import legacy as legacy, schedules as schedules
