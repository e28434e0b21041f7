"""`keras.preprocessing`: images, texts and sequences made ready."""

from ..._keras.preprocessing.arrays import (
    timeseries_dataset_from_array as timeseries_dataset_from_array,
)
from ..._keras.preprocessing.directories import (
    image_dataset_from_directory as image_dataset_from_directory,
    text_dataset_from_directory as text_dataset_from_directory,
)
from . import image as image, sequence as sequence, text as text
