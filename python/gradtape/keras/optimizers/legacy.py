"""`keras.optimizers.legacy`: the optimizers under the path that Keras 2 moved its older ones to."""

from ..._keras.optimizers.legacy import (
    SGD as SGD,
    Adadelta as Adadelta,
    Adagrad as Adagrad,
    Adam as Adam,
    Adamax as Adamax,
    Ftrl as Ftrl,
    Nadam as Nadam,
    Optimizer as Optimizer,
    RMSprop as RMSprop,
)
