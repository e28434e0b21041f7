"""`keras.activations`: functions of one tensor, as functions and by name."""

from .._keras.activations import (
    elu as elu,
    exponential as exponential,
    gelu as gelu,
    get as get,
    hard_sigmoid as hard_sigmoid,
    leaky_relu as leaky_relu,
    linear as linear,
    log_softmax as log_softmax,
    mish as mish,
    relu as relu,
    relu6 as relu6,
    selu as selu,
    serialize as serialize,
    sigmoid as sigmoid,
    silu as silu,
    softmax as softmax,
    softplus as softplus,
    softsign as softsign,
    swish as swish,
    tanh as tanh,
)
