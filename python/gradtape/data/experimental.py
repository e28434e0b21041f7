"""The names of `tf.data.experimental` that older programs use for what is in `tf.data` now."""

from .._data.experimental import (
    AUTOTUNE as AUTOTUNE,
    INFINITE_CARDINALITY as INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY,
    cardinality as cardinality,
)
