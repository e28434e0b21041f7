"""What layers of a kind have in common, by which programs know them: Keras's bases of layers.

Keras 2 and 3 name them differently; `Conv` of Keras 2 is the base of all that move filters.
"""

from __future__ import annotations

from ..._keras.layers.attention import _Attending as BaseDenseAttention
from ..._keras.layers.convolution import (
    Filtering as Conv,
    _Convolution as BaseConv,
    _Depthwise as BaseDepthwiseConv,
    _Transposed as BaseConvTranspose,
)
from ..._keras.layers.merging import Merge
from ..._keras.layers.pooling import _GlobalPooling as BaseGlobalPooling, _Pooling as BasePooling
from ..._keras.layers.separable import _Separable as BaseSeparableConv

DepthwiseConv = BaseDepthwiseConv
SeparableConv = BaseSeparableConv
_Merge = Merge

__all__ = [
    "BaseConv",
    "BaseConvTranspose",
    "BaseDenseAttention",
    "BaseDepthwiseConv",
    "BaseGlobalPooling",
    "BasePooling",
    "BaseSeparableConv",
    "Conv",
    "DepthwiseConv",
    "Merge",
    "SeparableConv",
]
