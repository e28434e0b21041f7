"""The switches of `tf.compat.v1` that concern eager execution, and nothing else of version 1."""

from .._runtime.switches import (
    disable_eager_execution as disable_eager_execution,
    disable_v2_behavior as disable_v2_behavior,
    enable_eager_execution as enable_eager_execution,
    enable_resource_variables as enable_resource_variables,
    enable_v2_behavior as enable_v2_behavior,
    enable_v2_tensorshape as enable_v2_tensorshape,
    executing_eagerly as executing_eagerly,
    refuse as __getattr__,  # noqa: F401
)
