"""Functions that neural networks are made of."""

from ._core import (
    batch_normalization as batch_normalization,
)
from ._core import (
    bias_add as bias_add,
)
from ._core import (
    compute_average_loss as compute_average_loss,
)
from ._core import (
    crelu as crelu,
)
from ._core import (
    depth_to_space as depth_to_space,
)
from ._core import (
    dropout as dropout,
)
from ._core import (
    elu as elu,
)
from ._core import (
    embedding_lookup as embedding_lookup,
)
from ._core import (
    gelu as gelu,
)
from ._core import (
    in_top_k as in_top_k,
)
from ._core import (
    l2_loss as l2_loss,
)
from ._core import (
    l2_normalize as l2_normalize,
)
from ._core import (
    leaky_relu as leaky_relu,
)
from ._core import (
    local_response_normalization as local_response_normalization,
)
from ._core import (
    log_poisson_loss as log_poisson_loss,
)
from ._core import (
    log_softmax as log_softmax,
)
from ._core import (
    moments as moments,
)
from ._core import (
    relu as relu,
)
from ._core import (
    relu6 as relu6,
)
from ._core import (
    selu as selu,
)
from ._core import (
    sigmoid as sigmoid,
)
from ._core import (
    sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits,
)
from ._core import (
    silu as silu,
)
from ._core import (
    softmax as softmax,
)
from ._core import (
    softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits,
)
from ._core import (
    softplus as softplus,
)
from ._core import (
    softsign as softsign,
)
from ._core import (
    space_to_depth as space_to_depth,
)
from ._core import (
    sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits,
)
from ._core import (
    sufficient_statistics as sufficient_statistics,
)
from ._core import (
    swish as swish,
)
from ._core import (
    tanh as tanh,
)
from ._core import (
    top_k as top_k,
)
from ._core import (
    weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits,
)
from ._core import (
    weighted_moments as weighted_moments,
)
from ._core import (
    zero_fraction as zero_fraction,
)
