"""Functions that neural networks are made of."""

from .. import _core
from .._core import (
    atrous_conv2d as atrous_conv2d,
    avg_pool as avg_pool,
    avg_pool1d as avg_pool1d,
    avg_pool2d as avg_pool2d,
    avg_pool3d as avg_pool3d,
    batch_normalization as batch_normalization,
    bias_add as bias_add,
    conv1d as conv1d,
    conv1d_transpose as conv1d_transpose,
    conv2d as conv2d,
    conv2d_transpose as conv2d_transpose,
    conv3d as conv3d,
    conv3d_transpose as conv3d_transpose,
    conv_transpose as conv_transpose,
    convolution as convolution,
    crelu as crelu,
    depth_to_space as depth_to_space,
    depthwise_conv2d as depthwise_conv2d,
    dropout as dropout,
    elu as elu,
    gelu as gelu,
    in_top_k as in_top_k,
    l2_loss as l2_loss,
    l2_normalize as l2_normalize,
    leaky_relu as leaky_relu,
    local_response_normalization as local_response_normalization,
    log_poisson_loss as log_poisson_loss,
    log_softmax as log_softmax,
    max_pool as max_pool,
    max_pool1d as max_pool1d,
    max_pool2d as max_pool2d,
    max_pool3d as max_pool3d,
    max_pool_with_argmax as max_pool_with_argmax,
    moments as moments,
    pool as pool,
    relu as relu,
    relu6 as relu6,
    selu as selu,
    separable_conv2d as separable_conv2d,
    sigmoid as sigmoid,
    sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits,
    silu as silu,
    softmax as softmax,
    softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits,
    softplus as softplus,
    softsign as softsign,
    space_to_depth as space_to_depth,
    sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits,
    sufficient_statistics as sufficient_statistics,
    tanh as tanh,
    top_k as top_k,
    weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits,
    weighted_moments as weighted_moments,
    zero_fraction as zero_fraction,
)
from .._namespace import lazy
from .._networks.convolutions import (
    atrous_conv2d_transpose as atrous_conv2d_transpose,
    depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter,
    depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input,
    with_space_to_batch as with_space_to_batch,
)
from .._networks.ctc import (
    collapse_repeated as collapse_repeated,
    ctc_beam_search_decoder as ctc_beam_search_decoder,
    ctc_greedy_decoder as ctc_greedy_decoder,
    ctc_loss as ctc_loss,
    ctc_unique_labels as ctc_unique_labels,
)
from .._networks.embedding import embedding_lookup as embedding_lookup
from .._networks.fractional import (
    fractional_avg_pool as fractional_avg_pool,
    fractional_max_pool as fractional_max_pool,
)
from .._networks.functions import (
    approx_max_k as approx_max_k,
    approx_min_k as approx_min_k,
    batch_norm_with_global_normalization as batch_norm_with_global_normalization,
    compute_average_loss as compute_average_loss,
    isotonic_regression as isotonic_regression,
    normalize_moments as normalize_moments,
    scale_regularization_loss as scale_regularization_loss,
)
from .._networks.sampling import (
    all_candidate_sampler as all_candidate_sampler,
    compute_accidental_hits as compute_accidental_hits,
    fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
    nce_loss as nce_loss,
    sampled_softmax_loss as sampled_softmax_loss,
)
from .._networks.windows import (
    dilation2d as dilation2d,
    erosion2d as erosion2d,
    space_to_batch as space_to_batch,
)
from .._sparse.embedding import (
    embedding_lookup_sparse as embedding_lookup_sparse,
    safe_embedding_lookup_sparse as safe_embedding_lookup_sparse,
)
from . import experimental as experimental

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._keras.layers.recurrent.cell_wrappers import (
        RNNCellDeviceWrapper as RNNCellDeviceWrapper,
        RNNCellDropoutWrapper as RNNCellDropoutWrapper,
        RNNCellResidualWrapper as RNNCellResidualWrapper,
    )

lrn = _core.local_response_normalization
swish = _core.silu

_ON_FIRST_USE = {
    "_keras.layers.recurrent.cell_wrappers": (
        "RNNCellDeviceWrapper",
        "RNNCellDropoutWrapper",
        "RNNCellResidualWrapper",
    ),
}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
