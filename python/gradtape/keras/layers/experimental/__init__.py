"""`keras.layers.experimental`: where Keras 2 had layers before they stayed."""

from ...._keras.layers.einsum_dense import EinsumDense as EinsumDense
from ...._keras.layers.fourier_features import RandomFourierFeatures as RandomFourierFeatures
from ...._keras.layers.normalization import BatchNormalization as SyncBatchNormalization
from . import preprocessing as preprocessing

__all__ = ["EinsumDense", "RandomFourierFeatures", "SyncBatchNormalization", "preprocessing"]
