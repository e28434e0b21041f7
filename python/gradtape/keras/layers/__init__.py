"""`keras.layers`: building blocks of models, whose weights are made on the first call."""

from ..._keras.base_layer.input_spec import InputSpec as InputSpec
from ..._keras.base_layer.layer import Layer as Layer
from ..._keras.layers.activation import (
    ELU as ELU,
    LeakyReLU as LeakyReLU,
    PReLU as PReLU,
    ReLU as ReLU,
    Softmax as Softmax,
    ThresholdedReLU as ThresholdedReLU,
)
from ..._keras.layers.adaptive_pooling import (
    AdaptiveAveragePooling1D as AdaptiveAveragePooling1D,
    AdaptiveAveragePooling2D as AdaptiveAveragePooling2D,
    AdaptiveAveragePooling3D as AdaptiveAveragePooling3D,
    AdaptiveMaxPooling1D as AdaptiveMaxPooling1D,
    AdaptiveMaxPooling2D as AdaptiveMaxPooling2D,
    AdaptiveMaxPooling3D as AdaptiveMaxPooling3D,
)
from ..._keras.layers.attention import (
    AdditiveAttention as AdditiveAttention,
    Attention as Attention,
)
from ..._keras.layers.catalog import (
    deserialize as deserialize,
    serialize as serialize,
)
from ..._keras.layers.convolution import (
    Conv1D as Conv1D,
    Conv1DTranspose as Conv1DTranspose,
    Conv2D as Conv2D,
    Conv2DTranspose as Conv2DTranspose,
    Conv3D as Conv3D,
    Conv3DTranspose as Conv3DTranspose,
    Convolution1D as Convolution1D,
    Convolution1DTranspose as Convolution1DTranspose,
    Convolution2D as Convolution2D,
    Convolution2DTranspose as Convolution2DTranspose,
    Convolution3D as Convolution3D,
    Convolution3DTranspose as Convolution3DTranspose,
    DepthwiseConv1D as DepthwiseConv1D,
    DepthwiseConv2D as DepthwiseConv2D,
)
from ..._keras.layers.core import (
    Activation as Activation,
    Dense as Dense,
    Dropout as Dropout,
    Flatten as Flatten,
    Lambda as Lambda,
    Reshape as Reshape,
)
from ..._keras.layers.einsum_dense import (
    EinsumDense as EinsumDense,
)
from ..._keras.layers.embedding import (
    Embedding as Embedding,
    Masking as Masking,
)
from ..._keras.layers.entry import (
    Input as Input,
    InputLayer as InputLayer,
)
from ..._keras.layers.functional import (
    add as add,
    average as average,
    concatenate as concatenate,
    dot as dot,
    maximum as maximum,
    minimum as minimum,
    multiply as multiply,
    subtract as subtract,
)
from ..._keras.layers.group_normalization import (
    GroupNormalization as GroupNormalization,
    RMSNormalization as RMSNormalization,
    UnitNormalization as UnitNormalization,
)
from ..._keras.layers.grouped_query import GroupQueryAttention as GroupQueryAttention
from ..._keras.layers.local import (
    LocallyConnected1D as LocallyConnected1D,
    LocallyConnected2D as LocallyConnected2D,
)
from ..._keras.layers.merging import (
    Add as Add,
    Average as Average,
    Concatenate as Concatenate,
    Dot as Dot,
    Maximum as Maximum,
    Minimum as Minimum,
    Multiply as Multiply,
    Subtract as Subtract,
)
from ..._keras.layers.multi_head import MultiHeadAttention as MultiHeadAttention
from ..._keras.layers.noise import (
    AlphaDropout as AlphaDropout,
    GaussianDropout as GaussianDropout,
    GaussianNoise as GaussianNoise,
    SpatialDropout1D as SpatialDropout1D,
    SpatialDropout2D as SpatialDropout2D,
    SpatialDropout3D as SpatialDropout3D,
)
from ..._keras.layers.normalization import (
    BatchNormalization as BatchNormalization,
    LayerNormalization as LayerNormalization,
)
from ..._keras.layers.pooling import (
    AveragePooling1D as AveragePooling1D,
    AveragePooling2D as AveragePooling2D,
    AveragePooling3D as AveragePooling3D,
    AvgPool1D as AvgPool1D,
    AvgPool2D as AvgPool2D,
    AvgPool3D as AvgPool3D,
    GlobalAveragePooling1D as GlobalAveragePooling1D,
    GlobalAveragePooling2D as GlobalAveragePooling2D,
    GlobalAveragePooling3D as GlobalAveragePooling3D,
    GlobalAvgPool1D as GlobalAvgPool1D,
    GlobalAvgPool2D as GlobalAvgPool2D,
    GlobalAvgPool3D as GlobalAvgPool3D,
    GlobalMaxPool1D as GlobalMaxPool1D,
    GlobalMaxPool2D as GlobalMaxPool2D,
    GlobalMaxPool3D as GlobalMaxPool3D,
    GlobalMaxPooling1D as GlobalMaxPooling1D,
    GlobalMaxPooling2D as GlobalMaxPooling2D,
    GlobalMaxPooling3D as GlobalMaxPooling3D,
    MaxPool1D as MaxPool1D,
    MaxPool2D as MaxPool2D,
    MaxPool3D as MaxPool3D,
    MaxPooling1D as MaxPooling1D,
    MaxPooling2D as MaxPooling2D,
    MaxPooling3D as MaxPooling3D,
)
from ..._keras.layers.preprocessing.augmenting import (
    AugMix as AugMix,
    RandAugment as RandAugment,
)
from ..._keras.layers.preprocessing.categories import (
    CategoryEncoding as CategoryEncoding,
    Discretization as Discretization,
)
from ..._keras.layers.preprocessing.equalizing import (
    AutoContrast as AutoContrast,
    ContrastLimitedAdaptiveHistogramEqualization as ContrastLimitedAdaptiveHistogramEqualization,
    Equalization as Equalization,
)
from ..._keras.layers.preprocessing.hashing import (
    HashedCrossing as HashedCrossing,
    Hashing as Hashing,
)
from ..._keras.layers.preprocessing.lookup import (
    IntegerLookup as IntegerLookup,
    StringLookup as StringLookup,
)
from ..._keras.layers.preprocessing.mixing import (
    CutMix as CutMix,
    MixUp as MixUp,
    RandomErasing as RandomErasing,
)
from ..._keras.layers.preprocessing.pipeline import Pipeline as Pipeline
from ..._keras.layers.preprocessing.random_colors import (
    RandomColorJitter as RandomColorJitter,
    RandomGrayscale as RandomGrayscale,
    RandomHue as RandomHue,
    RandomInvert as RandomInvert,
    RandomSaturation as RandomSaturation,
)
from ..._keras.layers.preprocessing.random_images import (
    RandomBrightness as RandomBrightness,
    RandomContrast as RandomContrast,
    RandomCrop as RandomCrop,
    RandomFlip as RandomFlip,
    RandomHeight as RandomHeight,
    RandomRotation as RandomRotation,
    RandomTranslation as RandomTranslation,
    RandomWidth as RandomWidth,
    RandomZoom as RandomZoom,
)
from ..._keras.layers.preprocessing.random_shapes import (
    RandomElasticTransform as RandomElasticTransform,
    RandomPerspective as RandomPerspective,
    RandomShear as RandomShear,
)
from ..._keras.layers.preprocessing.random_tones import (
    RandomColorDegeneration as RandomColorDegeneration,
    RandomGaussianBlur as RandomGaussianBlur,
    RandomPosterization as RandomPosterization,
    RandomSharpness as RandomSharpness,
    Solarization as Solarization,
)
from ..._keras.layers.preprocessing.scaling import (
    CenterCrop as CenterCrop,
    Normalization as Normalization,
    Rescaling as Rescaling,
    Resizing as Resizing,
)
from ..._keras.layers.preprocessing.spectrograms import (
    MelSpectrogram as MelSpectrogram,
    STFTSpectrogram as STFTSpectrogram,
)
from ..._keras.layers.preprocessing.texts import (
    TextVectorization as TextVectorization,
)
from ..._keras.layers.recurrent.bidirectional import Bidirectional as Bidirectional
from ..._keras.layers.recurrent.cells import (
    GRUCell as GRUCell,
    LSTMCell as LSTMCell,
    SimpleRNNCell as SimpleRNNCell,
)
from ..._keras.layers.recurrent.conv_lstm import (
    ConvLSTM1D as ConvLSTM1D,
    ConvLSTM2D as ConvLSTM2D,
    ConvLSTM3D as ConvLSTM3D,
)
from ..._keras.layers.recurrent.own_cell import AbstractRNNCell as AbstractRNNCell
from ..._keras.layers.recurrent.rnn import (
    GRU as GRU,
    LSTM as LSTM,
    RNN as RNN,
    SimpleRNN as SimpleRNN,
)
from ..._keras.layers.recurrent.stacked_cells import StackedRNNCells as StackedRNNCells
from ..._keras.layers.recurrent.time_distributed import TimeDistributed as TimeDistributed
from ..._keras.layers.reversible_embedding import (
    ReversibleEmbedding as ReversibleEmbedding,
)
from ..._keras.layers.saved_model_layer import TFSMLayer as TFSMLayer
from ..._keras.layers.separable import (
    SeparableConv1D as SeparableConv1D,
    SeparableConv2D as SeparableConv2D,
    SeparableConvolution1D as SeparableConvolution1D,
    SeparableConvolution2D as SeparableConvolution2D,
)
from ..._keras.layers.shaping import (
    Cropping1D as Cropping1D,
    Cropping2D as Cropping2D,
    Cropping3D as Cropping3D,
    Permute as Permute,
    RepeatVector as RepeatVector,
    UpSampling1D as UpSampling1D,
    UpSampling2D as UpSampling2D,
    UpSampling3D as UpSampling3D,
    ZeroPadding1D as ZeroPadding1D,
    ZeroPadding2D as ZeroPadding2D,
    ZeroPadding3D as ZeroPadding3D,
)
from ..._keras.layers.wrapping import (
    ActivityRegularization as ActivityRegularization,
    Identity as Identity,
    SpectralNormalization as SpectralNormalization,
    Wrapper as Wrapper,
)
from . import experimental as experimental
