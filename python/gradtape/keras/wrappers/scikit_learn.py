"""`keras.wrappers.scikit_learn`: the wrappers of Keras 2 up to 2.11."""

from ..._keras.wrappers.keras2 import (
    KerasClassifier as KerasClassifier,
    KerasRegressor as KerasRegressor,
)
