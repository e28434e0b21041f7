"""`keras.regularizers`: penalties on weights, which are added to the loss."""

from .._keras.regularizers import (
    L1 as L1,
    L1L2 as L1L2,
    L2 as L2,
    OrthogonalRegularizer as OrthogonalRegularizer,
    Regularizer as Regularizer,
    deserialize as deserialize,
    get as get,
    l1_l2 as l1_l2,
    orthogonal_regularizer as orthogonal_regularizer,
    serialize as serialize,
)

l1 = L1
l2 = L2
