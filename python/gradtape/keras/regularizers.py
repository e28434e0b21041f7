"""`keras.regularizers`: penalties on weights, which are added to the loss."""

from .._keras.regularizers import (
    L1 as L1,
    L1L2 as L1L2,
    L2 as L2,
    Regularizer as Regularizer,
    get as get,
    serialize as serialize,
)

l1 = L1
l2 = L2
l1_l2 = L1L2
