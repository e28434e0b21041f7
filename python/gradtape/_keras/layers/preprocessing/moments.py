"""Means and variances of data as Keras 3 adds them up, on which their last digits depend.

An array has NumPy's sums in the array's own precision, a tensor those of its dtype. Batches are put
together one after another, each by its share of what was seen so far.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .... import _core


def of_whole(values: Any, axes: Sequence[int]) -> tuple[Any, Any]:
    """Mean and variance over these axes of an array, or of a tensor.

    >>> import numpy as np
    >>> from gradtape._keras.layers.preprocessing.moments import of_whole
    >>> mean, variance = of_whole(np.array([[1, 2], [3, 2]]), [0])
    >>> mean.tolist(), variance.tolist()
    ([2.0, 2.0], [1.0, 0.0])
    """
    if isinstance(values, np.ndarray):
        return values.mean(axis=tuple(axes)), values.var(axis=tuple(axes))
    if not (values.dtype.is_floating or values.dtype.is_complex):
        values = _core.cast(values, _core.float32)
    return _core.reduce_mean(values, axes), _core.reduce_variance(values, axes)


class Together:
    """The mean and the variance of all batches that were added.

    >>> import gradtape as tf
    >>> from gradtape._keras.layers.preprocessing.moments import Together
    >>> seen = Together()
    >>> for batch in ([[0.0], [2.0]], [[4.0], [2.0]]):
    ...     seen.add(tf.constant(batch), [0])
    >>> float(seen.mean[0]), float(seen.variance[0])
    (2.0, 2.0)
    """

    def __init__(self) -> None:
        self.count = 0
        self.mean: Any = None
        self.variance: Any = None

    def add(self, batch: _core.Tensor, axes: Sequence[int]) -> None:
        """Take a batch, whose examples lie along these axes, in."""
        count = math.prod(batch.shape[axis] for axis in axes)
        if not count:
            return
        mean, variance = of_whole(batch, axes)
        self.count += count
        if self.count == count:
            self.mean, self.variance = mean, variance
            return
        share = count / self.count
        rest = 1.0 - share
        moved = self.mean * rest + mean * share
        before = (self.variance + (self.mean - moved) ** 2) * rest
        self.variance = before + (variance + (mean - moved) ** 2) * share
        self.mean = moved
