"""`keras.optimizers`: rules that change variables along their gradients."""

from ..._keras.optimizers.adagrad import Adagrad as Adagrad
from ..._keras.optimizers.adam import Adam as Adam, AdamW as AdamW
from ..._keras.optimizers.catalog import (
    deserialize as deserialize,
    get as get,
    serialize as serialize,
)
from ..._keras.optimizers.loss_scale import (
    LossScaleOptimizer as LossScaleOptimizer,
)
from ..._keras.optimizers.moments import (
    Adamax as Adamax,
    Lamb as Lamb,
    Lion as Lion,
    Nadam as Nadam,
)
from ..._keras.optimizers.muon import (
    Muon as Muon,
)
from ..._keras.optimizers.optimizer import Optimizer as Optimizer
from ..._keras.optimizers.rmsprop import RMSprop as RMSprop
from ..._keras.optimizers.scaled import (
    Adadelta as Adadelta,
    Adafactor as Adafactor,
    Ftrl as Ftrl,
)
from ..._keras.optimizers.schedule_free import ScheduleFreeAdamW as ScheduleFreeAdamW
from ..._keras.optimizers.sgd import SGD as SGD
from . import experimental as experimental, legacy as legacy, schedules as schedules
