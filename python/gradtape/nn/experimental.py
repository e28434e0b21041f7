"""`tf.nn.experimental`: dropout by a seed."""

from .._networks.functions import (
    general_dropout as general_dropout,
    stateless_dropout as stateless_dropout,
)
