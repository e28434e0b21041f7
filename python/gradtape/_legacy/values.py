"""Values of sparse tensors as version 1's sessions gave them: arrays, by name."""

from __future__ import annotations

from typing import Any, NamedTuple


class SparseTensorValue(NamedTuple):
    """The parts of a sparse tensor as arrays.

    >>> value = tf.compat.v1.SparseTensorValue([[0, 1]], [5.0], [1, 2])
    >>> value.dense_shape
    [1, 2]
    """

    indices: Any
    values: Any
    dense_shape: Any
