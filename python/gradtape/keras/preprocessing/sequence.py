"""`keras.preprocessing.sequence`: sequences of one length, skip-grams, windows of series."""

from ..._keras.preprocessing.sequence import (
    TimeseriesGenerator as TimeseriesGenerator,
    make_sampling_table as make_sampling_table,
    pad_sequences as pad_sequences,
    skipgrams as skipgrams,
)
