"""Features that become ragged tensors.

Invariant: an example is cut into rows by itself; a batch has one more axis in front.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from .. import _core
from .feature_values import checked_dtype, tensor
from .features import (
    RaggedFeature,
    RowLengths,
    RowLimits,
    RowSplits,
    RowStarts,
    UniformRowLength,
    ValueRowIds,
)


def read_ragged(examples: Any, key: str, feature: RaggedFeature) -> Any:
    """The feature of all examples, or of a single one."""
    dtype = checked_dtype(key, feature.dtype)
    rows = examples.rows(key if feature.value_key is None else feature.value_key, dtype)
    cuts = [_cut(examples, key, partition) for partition in reversed(feature.partitions)]
    found = []
    for place, row in enumerate(rows):
        values: Any = tensor([] if row is None else row, dtype, [0 if row is None else len(row)])
        for cut in cuts:
            values = cut(values, place)
        found.append(values)
    whole = found[0] if examples.single else _in_a_batch(found, dtype)
    if isinstance(whole, _core.Tensor):
        return whole
    return whole.with_row_splits_dtype(feature.row_splits_dtype)


def _in_a_batch(found: list[Any], dtype: _core.DType) -> Any:
    tf = sys.modules["gradtape"]  # its parts are loaded when they are needed
    if not found:
        return tf.RaggedTensor.from_row_lengths(_core.zeros([0], dtype), [])
    return tf.ragged.stack(found)


def _even_rows(values: Any, length: int) -> Any:
    """Rows of one length, which of a plain tensor are one too."""
    if isinstance(values, _core.Tensor):
        return _core.reshape(values, [-1, length, *values.shape.as_list()[1:]])
    return sys.modules["gradtape"].RaggedTensor.from_uniform_row_length(values, length)


def _cut(examples: Any, key: str, partition: Any) -> Callable[[Any, int], Any]:
    """A function that cuts values, those of the example with a number, into rows."""
    if isinstance(partition, UniformRowLength):
        return lambda values, _: _even_rows(values, partition.length)
    ragged = sys.modules["gradtape"].RaggedTensor
    makers = {
        RowSplits: ragged.from_row_splits,
        RowLengths: ragged.from_row_lengths,
        RowStarts: ragged.from_row_starts,
        RowLimits: ragged.from_row_limits,
        ValueRowIds: ragged.from_value_rowids,
    }
    if type(partition) not in makers:
        raise TypeError(f"Unsupported partition of feature {key}: {partition!r}")
    make, columns = makers[type(partition)], examples.rows(partition.key, _core.int64)

    def cut(values: Any, place: int) -> Any:
        row = [] if columns[place] is None else columns[place]
        return make(values, tensor(row, _core.int64, [len(row)]))

    return cut
