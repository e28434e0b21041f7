"""A sparse tensor cut into its rows, and sparse tensors as the rows of one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from .. import _core
from .tensor import SparseTensor


def rows_of(tensor: SparseTensor) -> Iterator[SparseTensor]:
    """The rows along the first axis."""
    places, shape = tensor.indices.numpy(), tensor.dense_shape.numpy()
    order = np.argsort(places[:, 0], kind="stable")
    ends = np.searchsorted(places[order, 0], np.arange(shape[0] + 1))
    for start, end in itertools.pairwise(ends):
        taken = order[start:end]
        values = _core.gather(tensor.values, _core.constant(taken))
        yield SparseTensor(places[taken, 1:], values, shape[1:])


def stacked(rows: Sequence[SparseTensor]) -> SparseTensor:
    """One tensor with these rows, which may differ in shape: it has room for the largest."""
    places = [np.insert(one.indices.numpy(), 0, row, axis=1) for row, one in enumerate(rows)]
    shape = np.max([one.dense_shape.numpy() for one in rows], axis=0)
    values = _core.concat([one.values for one in rows], 0)
    return SparseTensor(np.concatenate(places), values, np.insert(shape, 0, len(rows)))
