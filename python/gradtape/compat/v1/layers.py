"""`tf.compat.v1.layers`: Keras's layers, and functions that make one and call it."""

from ..._keras.base_layer.input_spec import InputSpec as InputSpec
from ..._keras.base_layer.layer import Layer as Layer
from ..._keras.layers.convolution import (
    Conv1D as Conv1D,
    Conv2D as Conv2D,
    Conv2DTranspose as Conv2DTranspose,
    Conv3D as Conv3D,
    Conv3DTranspose as Conv3DTranspose,
)
from ..._keras.layers.core import Dropout as Dropout, Flatten as Flatten
from ..._keras.layers.normalization import BatchNormalization as BatchNormalization
from ..._keras.layers.pooling import (
    AveragePooling1D as AveragePooling1D,
    AveragePooling2D as AveragePooling2D,
    AveragePooling3D as AveragePooling3D,
    MaxPooling1D as MaxPooling1D,
    MaxPooling2D as MaxPooling2D,
    MaxPooling3D as MaxPooling3D,
)
from ..._keras.layers.separable import (
    SeparableConv1D as SeparableConv1D,
    SeparableConv2D as SeparableConv2D,
)
from ..._keras.layers.version_1 import (
    Dense as Dense,
    average_pooling1d as average_pooling1d,
    average_pooling2d as average_pooling2d,
    average_pooling3d as average_pooling3d,
    batch_normalization as batch_normalization,
    conv1d as conv1d,
    conv2d as conv2d,
    conv2d_transpose as conv2d_transpose,
    conv3d as conv3d,
    conv3d_transpose as conv3d_transpose,
    dense as dense,
    dropout as dropout,
    flatten as flatten,
    max_pooling1d as max_pooling1d,
    max_pooling2d as max_pooling2d,
    max_pooling3d as max_pooling3d,
    separable_conv1d as separable_conv1d,
    separable_conv2d as separable_conv2d,
)
