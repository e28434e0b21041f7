"""`keras.callbacks`: objects that `fit` calls as it goes along."""

from .._keras.callbacks import (
    Callback as Callback,
    EarlyStopping as EarlyStopping,
    History as History,
    LambdaCallback as LambdaCallback,
)
