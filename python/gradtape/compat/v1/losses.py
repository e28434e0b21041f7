"""`tf.compat.v1.losses`: one number for a batch, weighted and reduced."""

from ..._legacy.losses import (
    Reduction as Reduction,
    absolute_difference as absolute_difference,
    add_loss as add_loss,
    compute_weighted_loss as compute_weighted_loss,
    cosine_distance as cosine_distance,
    get_losses as get_losses,
    get_regularization_loss as get_regularization_loss,
    get_regularization_losses as get_regularization_losses,
    hinge_loss as hinge_loss,
    huber_loss as huber_loss,
    log_loss as log_loss,
    mean_pairwise_squared_error as mean_pairwise_squared_error,
    mean_squared_error as mean_squared_error,
    sigmoid_cross_entropy as sigmoid_cross_entropy,
    softmax_cross_entropy as softmax_cross_entropy,
    sparse_softmax_cross_entropy as sparse_softmax_cross_entropy,
)
