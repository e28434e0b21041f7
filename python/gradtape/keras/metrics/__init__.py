"""`keras.metrics`: numbers collected over many batches."""

from ..._keras.losses.crossentropy import (
    binary_crossentropy as binary_crossentropy,
    categorical_crossentropy as categorical_crossentropy,
    sparse_categorical_crossentropy as sparse_categorical_crossentropy,
)
from ..._keras.losses.focal import (
    binary_focal_crossentropy as binary_focal_crossentropy,
    categorical_focal_crossentropy as categorical_focal_crossentropy,
)
from ..._keras.losses.functions import (
    categorical_hinge as categorical_hinge,
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
from ..._keras.metrics.accuracy import (
    Accuracy as Accuracy,
    BinaryAccuracy as BinaryAccuracy,
    CategoricalAccuracy as CategoricalAccuracy,
    SparseCategoricalAccuracy as SparseCategoricalAccuracy,
    SparseTopKCategoricalAccuracy as SparseTopKCategoricalAccuracy,
    TopKCategoricalAccuracy as TopKCategoricalAccuracy,
    binary_accuracy as binary_accuracy,
    categorical_accuracy as categorical_accuracy,
    sparse_categorical_accuracy as sparse_categorical_accuracy,
    sparse_top_k_categorical_accuracy as sparse_top_k_categorical_accuracy,
    top_k_categorical_accuracy as top_k_categorical_accuracy,
)
from ..._keras.metrics.catalog import (
    deserialize as deserialize,
    get as get,
    serialize as serialize,
)
from ..._keras.metrics.confusion import (
    FalseNegatives as FalseNegatives,
    FalsePositives as FalsePositives,
    Precision as Precision,
    Recall as Recall,
    TrueNegatives as TrueNegatives,
    TruePositives as TruePositives,
)
from ..._keras.metrics.curves import (
    AUC as AUC,
    PrecisionAtRecall as PrecisionAtRecall,
    RecallAtPrecision as RecallAtPrecision,
    SensitivityAtSpecificity as SensitivityAtSpecificity,
    SpecificityAtSensitivity as SpecificityAtSensitivity,
)
from ..._keras.metrics.errors import (
    BinaryCrossentropy as BinaryCrossentropy,
    CategoricalCrossentropy as CategoricalCrossentropy,
    CategoricalHinge as CategoricalHinge,
    CosineSimilarity as CosineSimilarity,
    Hinge as Hinge,
    KLDivergence as KLDivergence,
    LogCoshError as LogCoshError,
    MeanAbsoluteError as MeanAbsoluteError,
    MeanAbsolutePercentageError as MeanAbsolutePercentageError,
    MeanSquaredError as MeanSquaredError,
    MeanSquaredLogarithmicError as MeanSquaredLogarithmicError,
    Poisson as Poisson,
    RootMeanSquaredError as RootMeanSquaredError,
    SparseCategoricalCrossentropy as SparseCategoricalCrossentropy,
    SquaredHinge as SquaredHinge,
)
from ..._keras.metrics.metric import (
    Mean as Mean,
    MeanMetricWrapper as MeanMetricWrapper,
    Metric as Metric,
    Sum as Sum,
)
from ..._keras.metrics.overlap import (
    BinaryIoU as BinaryIoU,
    F1Score as F1Score,
    FBetaScore as FBetaScore,
    IoU as IoU,
    MeanIoU as MeanIoU,
    OneHotIoU as OneHotIoU,
    OneHotMeanIoU as OneHotMeanIoU,
)
from ..._keras.metrics.regression import (
    ConcordanceCorrelation as ConcordanceCorrelation,
    MeanRelativeError as MeanRelativeError,
    MeanTensor as MeanTensor,
    PearsonCorrelation as PearsonCorrelation,
    R2Score as R2Score,
    concordance_correlation as concordance_correlation,
    pearson_correlation as pearson_correlation,
)
from . import experimental as experimental

mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh
