"""`keras.mixed_precision`: policies of dtypes, and the optimizer that scales losses."""

from .._keras.mixed_precision import (
    DTypePolicy as DTypePolicy,
    dtype_policy as dtype_policy,
    set_dtype_policy as set_dtype_policy,
)
from .._keras.optimizers.loss_scale import LossScaleOptimizer as LossScaleOptimizer

Policy, global_policy, set_global_policy = DTypePolicy, dtype_policy, set_dtype_policy
