"""`tf.compat.v1.train`: optimizers whose loss is a function, rates that follow a step, the step."""

from ..._legacy.decay import (
    cosine_decay as cosine_decay,
    cosine_decay_restarts as cosine_decay_restarts,
    exponential_decay as exponential_decay,
    inverse_time_decay as inverse_time_decay,
    linear_cosine_decay as linear_cosine_decay,
    natural_exp_decay as natural_exp_decay,
    noisy_linear_cosine_decay as noisy_linear_cosine_decay,
    piecewise_constant as piecewise_constant,
    piecewise_constant_decay as piecewise_constant_decay,
    polynomial_decay as polynomial_decay,
)
from ..._legacy.names import finder as _finder
from ..._legacy.sparse_rules import (
    AdagradDAOptimizer as AdagradDAOptimizer,
    FtrlOptimizer as FtrlOptimizer,
    ProximalAdagradOptimizer as ProximalAdagradOptimizer,
    ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer,
)
from ..._legacy.steps import (
    create_global_step as create_global_step,
    get_global_step as get_global_step,
    get_or_create_global_step as get_or_create_global_step,
    global_step as global_step,
)
from ..._legacy.training import Optimizer as Optimizer
from ..._legacy.update_rules import (
    AdadeltaOptimizer as AdadeltaOptimizer,
    AdagradOptimizer as AdagradOptimizer,
    AdamOptimizer as AdamOptimizer,
    GradientDescentOptimizer as GradientDescentOptimizer,
    MomentumOptimizer as MomentumOptimizer,
    RMSPropOptimizer as RMSPropOptimizer,
)
from ..._summary.reading import summary_iterator as summary_iterator

__getattr__ = _finder("train")
