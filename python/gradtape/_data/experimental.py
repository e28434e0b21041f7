"""The names of `tf.data.experimental` that older programs use for what is in `tf.data` now."""

from __future__ import annotations

from typing import Any

from .dataset import (
    AUTOTUNE as AUTOTUNE,
    INFINITE_CARDINALITY as INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY,
    Dataset,
)


def cardinality(dataset: Dataset) -> Any:
    """The number of elements as a scalar int64 tensor; -1 for endless, -2 for not known."""
    return dataset.cardinality()
