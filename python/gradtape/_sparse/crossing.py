"""Every combination of the entries of several columns, row by row."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .tensor import SparseTensor, as_sparse, places

if TYPE_CHECKING:
    from .._typing import TensorLike


def cross(
    inputs: TensorLike, name: str | None = None, separator: str | None = None
) -> SparseTensor:
    """For each row, every way to join one string of each input; integers are written as text.

    >>> made = tf.sparse.cross([tf.constant([["a", "b"]]), tf.constant([["c"]])])
    >>> made.values.numpy().tolist()
    [b'a_X_c', b'b_X_c']
    """
    glue = b"_X_" if separator is None else separator.encode()
    return crossed(inputs, _text, glue.join, _core.string)


def _text(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def crossed(
    inputs: Any, prepare: Callable[[Any], Any], join: Callable[[Any], Any], dtype: _core.DType
) -> SparseTensor:
    """For each row, `join` of every way to take one entry of each input, each `prepare`d once."""
    columns = [_column(given, prepare) for given in inputs]
    made = [[join(way) for way in itertools.product(*row)] for row in zip(*columns, strict=True)]
    where = [(r, c) for r, row in enumerate(made) for c in range(len(row))]
    kind = object if dtype == _core.string else np.int64
    flat = np.array([entry for row in made for entry in row], kind)
    width = max(map(len, made), default=0)
    indices = np.array(where, np.int64).reshape(-1, 2)
    return SparseTensor(indices, _core.constant(flat, dtype), [len(made), width])


def _column(given: _core.Tensor, prepare: Callable[[Any], Any]) -> list[list[Any]]:
    """The prepared entries of each row."""
    if not isinstance(given, SparseTensor):
        tensor = _core.convert_to_tensor(given)
        return [[prepare(value) for value in row] for row in tensor.numpy().tolist()]
    sparse = as_sparse(given)
    rows: list[list[Any]] = [[] for _ in range(int(sparse.shape[0]))]
    values = sparse.values.numpy().tolist()
    for (row, _), value in zip(places(sparse).tolist(), values, strict=True):
        rows[row].append(prepare(value))
    return rows
