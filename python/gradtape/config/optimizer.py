"""`tf.config.optimizer`: settings of graphs, which are kept and change nothing."""

from .._runtime.settings import (
    get_experimental_options as get_experimental_options,
    get_jit as get_jit,
    set_experimental_options as set_experimental_options,
    set_jit as set_jit,
)
