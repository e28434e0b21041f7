"""`keras.datasets.reuters`: news by topic."""

from ..._keras.datasets.texts import (
    load_reuters as load_data,
    reuters_label_names as get_label_names,
    reuters_word_index as get_word_index,
)

__all__ = ["get_label_names", "get_word_index", "load_data"]
