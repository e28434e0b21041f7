"""Rows of an embedding, combined for each example by sparse ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .arranging import fill_empty_rows, retain
from .tensor import SparseTensor, as_sparse, places

if TYPE_CHECKING:
    from .._typing import IntLike, TensorLike

_COMBINERS = ("mean", "sqrtn", "sum")


def embedding_lookup_sparse(
    params: TensorLike,
    sp_ids: Any,
    sp_weights: Any,
    combiner: str | None = None,
    max_norm: TensorLike | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> _core.Tensor:
    """For each row of `sp_ids` its rows of `params`, times `sp_weights`, combined.

    Both are sparse or ragged. `combiner` is `"mean"` (the default), `"sqrtn"` (divided by the root
    of the sum of squares of the weights) or `"sum"`. Rows longer than `max_norm` are
    scaled down first.

    >>> ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([0, 2, 1], tf.int64), [2, 2])
    >>> table = tf.constant([[1.0], [2.0], [5.0]])
    >>> tf.nn.embedding_lookup_sparse(table, ids, None, combiner="sum").numpy().tolist()
    [[6.0], [2.0]]
    """
    kind = _combiner(combiner)
    ids, given = as_sparse(_from_rows(sp_ids)), _from_rows(sp_weights)
    _check_weights(ids, given)
    group = places(ids)[:, 0]
    count = int(group.max(initial=-1)) + 1
    distinct, at = _core.unique(ids.values)  # so a gradient has each row of `params` once
    rows = _core.gather(_core.embedding_lookup(params, distinct, max_norm=max_norm), at)
    if given is None:
        combine = {
            "mean": _core.unsorted_segment_mean,
            "sum": _core.unsorted_segment_sum,
            "sqrtn": _core.unsorted_segment_sqrt_n,
        }[kind]
        return combine(rows, group, count)
    weights = _core.cast(given.values, rows.dtype)
    shape = [-1] + [1] * (len(rows.shape) - 1)
    total = _core.unsorted_segment_sum(rows * _core.reshape(weights, shape), group, count)
    if kind == "sum":
        return total
    size = _core.unsorted_segment_sum(weights if kind == "mean" else weights**2, group, count)
    size = size if kind == "mean" else _core.sqrt(size)
    return _core.divide_no_nan(total, _core.reshape(size, shape))


def product_by_lookup(matrix: SparseTensor, table: TensorLike) -> _core.Tensor:
    """The product of a sparse and a dense matrix whose gradient has only the rows that it read.

    As in Keras, an empty row reads row 0.
    """
    filled, _ = fill_empty_rows(matrix, 0)
    columns = filled.indices[:, 1]
    return embedding_lookup_sparse(table, filled.with_values(columns), filled, "sum")


def _from_rows(given: Any) -> Any:
    """A ragged tensor as a sparse one; anything else as it is."""
    return given.to_sparse() if hasattr(given, "to_sparse") else given


def _combiner(combiner: str | None) -> str:
    kind = "mean" if combiner is None else combiner
    if kind not in _COMBINERS:
        raise ValueError(f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}")
    return kind


def _check_weights(ids: SparseTensor, weights: SparseTensor | None) -> None:
    if weights is None:
        return
    if not isinstance(weights, SparseTensor):
        raise TypeError(f"sp_weights must be either None or SparseTensor, got {type(weights)}")
    if not np.array_equal(places(ids), places(weights)):
        raise ValueError("sp_weights must have the indices of sp_ids")


def safe_embedding_lookup_sparse(
    embedding_weights: TensorLike,
    sparse_ids: SparseTensor,
    sparse_weights: SparseTensor | None = None,
    combiner: str = "mean",
    default_id: IntLike | None = None,
    max_norm: TensorLike | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> _core.Tensor:
    """As `embedding_lookup_sparse`; negative ids and weights that are not positive are left out.

    Rows without ids are zero, or the row `default_id` of the embedding.

    >>> ids = tf.SparseTensor([[0, 0], [1, 0]], tf.constant([1, -1], tf.int64), [2, 1])
    >>> tf.nn.safe_embedding_lookup_sparse(tf.constant([[1.0], [2.0]]), ids).numpy().tolist()
    [[2.0], [0.0]]
    """
    ids, weights = as_sparse(sparse_ids), sparse_weights
    good = np.asarray(ids.values.numpy()) >= 0
    if weights is not None and combiner != "sum":
        good &= np.asarray(weights.values.numpy()) > 0
    ids = retain(ids, good)
    weights = None if weights is None else retain(weights, good)
    ids, empty = fill_empty_rows(ids, default_id or 0)
    weights = None if weights is None else fill_empty_rows(weights, 1)[0]
    result = embedding_lookup_sparse(embedding_weights, ids, weights, combiner, max_norm)
    if default_id is not None:
        return result
    blank = _core.reshape(empty, [-1] + [1] * (len(result.shape) - 1))
    return _core.where(blank, _core.zeros_like(result), result)
