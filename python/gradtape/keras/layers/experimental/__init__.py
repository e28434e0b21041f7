"""`keras.layers.experimental`: where Keras 2 had layers before they stayed."""

from . import preprocessing as preprocessing
