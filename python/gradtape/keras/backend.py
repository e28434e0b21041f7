"""`keras.backend`: the few functions of it that programs still call."""

from .._keras.backend import (
    clear_session as clear_session,
    epsilon as epsilon,
    floatx as floatx,
    image_data_format as image_data_format,
)
