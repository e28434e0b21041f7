"""`keras.optimizers`: rules that change variables along their gradients."""

from . import schedules as schedules
from .adagrad import Adagrad as Adagrad
from .adam import Adam as Adam
from .adam import AdamW as AdamW
from .optimizer import Optimizer as Optimizer
from .optimizer import deserialize as deserialize
from .optimizer import get as get
from .optimizer import serialize as serialize
from .rmsprop import RMSprop as RMSprop
from .sgd import SGD as SGD
