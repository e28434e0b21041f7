"""`keras.optimizers`: rules that change variables along their gradients."""

from . import schedules as schedules
from .adagrad import Adagrad as Adagrad
from .adam import Adam as Adam, AdamW as AdamW
from .optimizer import (
    Optimizer as Optimizer,
    deserialize as deserialize,
    get as get,
    serialize as serialize,
)
from .rmsprop import RMSprop as RMSprop
from .sgd import SGD as SGD
