"""`tf.nn.experimental`: dropout by a seed."""

from .._core import stateless_dropout as stateless_dropout
from .._networks.functions import general_dropout as general_dropout
