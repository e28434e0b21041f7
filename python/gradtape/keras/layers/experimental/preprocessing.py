"""`keras.layers.experimental.preprocessing`: Keras 2's older path of layers that prepare data."""

from ...._keras.layers.preprocessing.adapting import PreprocessingLayer as PreprocessingLayer
from ...._keras.layers.preprocessing.categories import (
    CategoryEncoding as CategoryEncoding,
    Discretization as Discretization,
)
from ...._keras.layers.preprocessing.hashing import (
    HashedCrossing as HashedCrossing,
    Hashing as Hashing,
)
from ...._keras.layers.preprocessing.lookup import (
    IntegerLookup as IntegerLookup,
    StringLookup as StringLookup,
)
from ...._keras.layers.preprocessing.random_images import (
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
from ...._keras.layers.preprocessing.scaling import (
    CenterCrop as CenterCrop,
    Normalization as Normalization,
    Rescaling as Rescaling,
    Resizing as Resizing,
)
from ...._keras.layers.preprocessing.texts import TextVectorization as TextVectorization
