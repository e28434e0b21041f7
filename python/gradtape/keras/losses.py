"""`keras.losses`: how far predictions are from targets, as functions and as objects."""

from .._keras.losses.alignment import ctc as ctc
from .._keras.losses.catalog import (
    deserialize as deserialize,
    get as get,
    serialize as serialize,
)
from .._keras.losses.classes import (
    CTC as CTC,
    BinaryCrossentropy as BinaryCrossentropy,
    BinaryFocalCrossentropy as BinaryFocalCrossentropy,
    CategoricalCrossentropy as CategoricalCrossentropy,
    CategoricalFocalCrossentropy as CategoricalFocalCrossentropy,
    CategoricalGeneralizedCrossEntropy as CategoricalGeneralizedCrossEntropy,
    CategoricalHinge as CategoricalHinge,
    Circle as Circle,
    CosineSimilarity as CosineSimilarity,
    Dice as Dice,
    Hinge as Hinge,
    Huber as Huber,
    KLDivergence as KLDivergence,
    LogCosh as LogCosh,
    MeanAbsoluteError as MeanAbsoluteError,
    MeanAbsolutePercentageError as MeanAbsolutePercentageError,
    MeanSquaredError as MeanSquaredError,
    MeanSquaredLogarithmicError as MeanSquaredLogarithmicError,
    Poisson as Poisson,
    SparseCategoricalCrossentropy as SparseCategoricalCrossentropy,
    SquaredHinge as SquaredHinge,
    Tversky as Tversky,
)
from .._keras.losses.crossentropy import (
    binary_crossentropy as binary_crossentropy,
    categorical_crossentropy as categorical_crossentropy,
    sparse_categorical_crossentropy as sparse_categorical_crossentropy,
)
from .._keras.losses.focal import (
    binary_focal_crossentropy as binary_focal_crossentropy,
    categorical_focal_crossentropy as categorical_focal_crossentropy,
    categorical_generalized_cross_entropy as categorical_generalized_cross_entropy,
)
from .._keras.losses.functions import (
    categorical_hinge as categorical_hinge,
    cosine_similarity as cosine_similarity,
    hinge as hinge,
    huber as huber,
    kl_divergence as kl_divergence,
    log_cosh as log_cosh,
    mean_absolute_error as mean_absolute_error,
    mean_absolute_percentage_error as mean_absolute_percentage_error,
    mean_squared_error as mean_squared_error,
    mean_squared_logarithmic_error as mean_squared_logarithmic_error,
    poisson as poisson,
    squared_hinge as squared_hinge,
)
from .._keras.losses.loss import Loss as Loss
from .._keras.losses.overlap import (
    circle as circle,
    dice as dice,
    tversky as tversky,
)
from .._keras.losses.reduction import Reduction as Reduction

mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh
