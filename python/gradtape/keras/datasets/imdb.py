"""`keras.datasets.imdb`: film reviews, for and against."""

from ..._keras.datasets.texts import (
    imdb_word_index as get_word_index,
    load_imdb as load_data,
)

__all__ = ["get_word_index", "load_data"]
