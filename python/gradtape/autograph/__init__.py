"""`tf.autograph`: functions run as they are written, so nothing is converted."""

from .._control.autograph import (
    to_code as to_code,
    to_graph as to_graph,
    trace as trace,
)
from .._runtime.settings import (
    set_verbosity as set_verbosity,
)
from . import experimental as experimental
