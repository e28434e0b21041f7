"""`keras.metrics`: numbers collected over many batches."""

from .._keras.metrics.accuracy import (
    Accuracy as Accuracy,
    BinaryAccuracy as BinaryAccuracy,
    CategoricalAccuracy as CategoricalAccuracy,
    SparseCategoricalAccuracy as SparseCategoricalAccuracy,
    binary_accuracy as binary_accuracy,
    categorical_accuracy as categorical_accuracy,
    sparse_categorical_accuracy as sparse_categorical_accuracy,
)
from .._keras.metrics.catalog import get as get
from .._keras.metrics.errors import (
    BinaryCrossentropy as BinaryCrossentropy,
    CategoricalCrossentropy as CategoricalCrossentropy,
    KLDivergence as KLDivergence,
    MeanAbsoluteError as MeanAbsoluteError,
    MeanSquaredError as MeanSquaredError,
    RootMeanSquaredError as RootMeanSquaredError,
    SparseCategoricalCrossentropy as SparseCategoricalCrossentropy,
)
from .._keras.metrics.metric import (
    Mean as Mean,
    MeanMetricWrapper as MeanMetricWrapper,
    Metric as Metric,
    Sum as Sum,
)
