"""Functions that neural networks are made of."""

from ._core import (
    depth_to_space as depth_to_space,
    elu as elu,
    embedding_lookup as embedding_lookup,
    gelu as gelu,
    in_top_k as in_top_k,
    l2_loss as l2_loss,
    leaky_relu as leaky_relu,
    relu as relu,
    relu6 as relu6,
    selu as selu,
    sigmoid as sigmoid,
    silu as silu,
    softplus as softplus,
    softsign as softsign,
    space_to_depth as space_to_depth,
    swish as swish,
    tanh as tanh,
    top_k as top_k,
    zero_fraction as zero_fraction,
)
