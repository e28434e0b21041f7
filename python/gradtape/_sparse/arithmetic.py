"""Sums, products and extremes of sparse tensors.

Invariant: a result is a formula of `values` with indices that are computed once, so gradients of
any order flow through `values` and dense operands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.occurrences import occurrences
from .conversion import invalid, ordered
from .tensor import SparseTensor, SparseTensorValue, as_sparse, lengths, linear, places

if TYPE_CHECKING:
    from .._typing import Array, AxisLike, DTypeLike, TensorLike


def is_sparse(given: Any) -> bool:
    """Whether it is a sparse tensor."""
    return isinstance(given, (SparseTensor, SparseTensorValue))


def add(a: Any, b: Any, threshold: Any = 0) -> Any:
    """The sum: sparse of two sparse tensors, dense if one is dense.

    Entries of a sparse sum below `threshold` in size are left out. `ValueError` for two dense
    tensors, `InvalidArgumentError` for shapes that differ.

    >>> a = tf.SparseTensor([[0]], [1.0], [3])
    >>> tf.sparse.to_dense(tf.sparse.add(a, tf.SparseTensor([[2]], [5.0], [3]))).numpy().tolist()
    [1.0, 0.0, 5.0]
    """
    if not is_sparse(a) and not is_sparse(b):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if is_sparse(a) and is_sparse(b):
        return _sparse_sum(as_sparse(a), as_sparse(b), threshold)
    sparse, dense = (as_sparse(a), b) if is_sparse(a) else (as_sparse(b), a)
    whole = _core.convert_to_tensor(dense, dtype_hint=sparse.dtype)
    if whole.shape.as_list() != lengths(sparse):
        raise invalid(
            f"Dimensions {lengths(sparse)} and {whole.shape.as_list()} do not match "
            "[Op:SparseTensorDenseAdd]"
        )
    return _core.tensor_scatter_nd_add(whole, sparse.indices, sparse.values)


def _union(a: SparseTensor, b: SparseTensor, op: str) -> tuple[Any, Any, Any]:
    """The indices of both in order, and for each entry of `a` and of `b` its place there."""
    shape = lengths(a)
    if shape != lengths(b):
        raise invalid(f"Operands' shapes do not match: {shape} and {lengths(b)} [Op:{op}]")
    where = np.concatenate([places(a), places(b)])
    _, first, place = np.unique(linear(where, shape), return_index=True, return_inverse=True)
    count = len(places(a))
    return where[first], place.reshape(-1)[:count], place.reshape(-1)[count:]


def _sparse_sum(a: SparseTensor, b: SparseTensor, threshold: Any) -> SparseTensor:
    where, of_a, of_b = _union(a, b, "SparseAdd")
    parts = _core.concat([a.values, b.values], 0)
    total = _core.unsorted_segment_sum(parts, np.concatenate([of_a, of_b]), len(where))
    kept = np.flatnonzero(np.abs(total.numpy()) >= np.asarray(threshold))
    if len(kept) < len(where):
        where, total = where[kept], _core.gather(total, kept)
    return SparseTensor(where, total, a.dense_shape)


def maximum(sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None) -> SparseTensor:
    """The larger of two entries; where one tensor has none it counts as zero.

    >>> a = tf.SparseTensor([[0]], [-1.0], [2])
    >>> tf.sparse.maximum(a, tf.SparseTensor([[1]], [5.0], [2])).values.numpy().tolist()
    [0.0, 5.0]
    """
    return _extreme(_core.maximum, as_sparse(sp_a), as_sparse(sp_b), "SparseSparseMaximum")


def minimum(sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None) -> SparseTensor:
    """The smaller of two entries; where one tensor has none it counts as zero.

    >>> a = tf.SparseTensor([[0]], [-1.0], [2])
    >>> tf.sparse.minimum(a, tf.SparseTensor([[1]], [5.0], [2])).values.numpy().tolist()
    [-1.0, 0.0]
    """
    return _extreme(_core.minimum, as_sparse(sp_a), as_sparse(sp_b), "SparseSparseMinimum")


def _extreme(op: Callable[..., Any], a: SparseTensor, b: SparseTensor, name: str) -> SparseTensor:
    where, of_a, of_b = _union(a, b, name)
    left = _core.unsorted_segment_sum(a.values, of_a, len(where))
    right = _core.unsorted_segment_sum(b.values, of_b, len(where))
    return SparseTensor(where, op(left, right), a.dense_shape)


def sparse_dense_matmul(
    sp_a: SparseTensor | TensorLike,
    b: SparseTensor | TensorLike,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """The product of a sparse and a dense matrix, or of a dense and a sparse one.

    >>> a = tf.SparseTensor([[0, 1]], [2.0], [2, 2])
    >>> tf.sparse.sparse_dense_matmul(a, [[1.0], [3.0]]).numpy().tolist()
    [[6.0], [0.0]]
    """
    if is_sparse(b):
        swapped = sparse_dense_matmul(b, sp_a, not adjoint_b, not adjoint_a)
        return _core.adjoint(swapped)
    left = as_sparse(sp_a)
    dense = _core.convert_to_tensor(b, dtype_hint=left.dtype)  # type: ignore[arg-type]
    if dense.shape.rank != 2 or left.shape.rank != 2:
        raise invalid("Tensors of a sparse product must be matrices [Op:SparseTensorDenseMatMul]")
    if adjoint_b:
        dense = _core.adjoint(dense)
    where, shape, values = places(left), lengths(left), left.values
    if adjoint_a:
        where, shape, values = where[:, ::-1], shape[::-1], _core.conj(values)
    if shape[1] != dense.shape[0]:
        raise invalid(
            f"Cannot multiply A and B because inner dimension does not match: {shape[1]} vs. "
            f"{dense.shape[0]}. Did you forget a transpose? [Op:SparseTensorDenseMatMul]"
        )
    parts = _core.gather(dense, where[:, 1]) * _core.expand_dims(values, 1)
    return _core.unsorted_segment_sum(parts, where[:, 0], shape[0])


def reduce_sum(
    sp_input: SparseTensor,
    axis: AxisLike = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The sum over `axis` (all axes for None), dense unless `output_is_sparse`.

    >>> st = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1, 1, 1], [2, 3])
    >>> tf.sparse.reduce_sum(st, axis=1).numpy().tolist()
    [2, 1]
    """
    return _reduced(as_sparse(sp_input), axis, keepdims, output_is_sparse, _sum)


def reduce_max(
    sp_input: SparseTensor,
    axis: AxisLike = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The largest entry over `axis`, of those that are there; zero where there is none.

    >>> st = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [-1, -3, 5], [3, 3])
    >>> tf.sparse.reduce_max(st, axis=1).numpy().tolist()
    [-1, 5, 0]
    """
    return _reduced(as_sparse(sp_input), axis, keepdims, output_is_sparse, _max)


def _sum(values: _core.Tensor, group: Array, count: int) -> _core.Tensor:
    return _core.unsorted_segment_sum(values, group, count)


def _max(values: _core.Tensor, group: Array, count: int) -> _core.Tensor:
    largest = _core.unsorted_segment_max(values, group, count)
    return _core.where(occurrences(group, count) > 0, largest, _core.zeros_like(largest))


def _reduced(
    given: SparseTensor,
    axis: AxisLike,
    keepdims: bool | None,
    as_entries: bool,
    reduce: Callable[..., Any],
) -> Any:
    where, shape = places(given), lengths(given)
    gone = _axes(axis, len(shape))
    kept = [i for i in range(len(shape)) if i not in gone]
    inner = [shape[i] for i in kept]
    group = linear(where[:, kept], inner)
    outer = [1 if i in gone else n for i, n in enumerate(shape)] if keepdims else inner
    if not as_entries:
        total = reduce(given.values, group, int(np.prod(inner)))
        return _core.reshape(total, outer)
    keys, first, place = np.unique(group, return_index=True, return_inverse=True)
    total = reduce(given.values, place.reshape(-1), len(keys))
    made = where[first] * np.array([i not in gone for i in range(len(shape))])
    made = made if keepdims else made[:, kept]
    return SparseTensor(made, total, np.array(outer, np.int64))


def _axes(axis: AxisLike, rank: int) -> list[int]:
    if axis is None:
        return list(range(rank))
    given = np.atleast_1d(np.asarray(_core.convert_to_tensor(axis).numpy())).tolist()
    for one in given:
        if not -rank <= one < rank:
            raise invalid(f"Invalid reduction dimension {one}, for input with {rank} dimensions.")
    return [one % rank for one in given]


def softmax(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """Softmax over the last axis, of the entries that are there.

    >>> st = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1.0, 1.0, 7.0], [2, 3])
    >>> tf.sparse.softmax(st).values.numpy().tolist()
    [0.5, 0.5, 1.0]
    """
    given = as_sparse(sp_input)
    where, shape = places(given), lengths(given)
    if len(shape) < 2:
        raise invalid(
            f"Input should have rank >= 2, but received shape: {shape} [Op:SparseSoftmax]"
        )
    _, group = np.unique(linear(where[:, :-1], shape[:-1]), return_inverse=True)
    group = group.reshape(-1)
    count = int(group.max(initial=-1)) + 1
    largest = _core.stop_gradient(_core.unsorted_segment_max(given.values, group, count))
    powers = _core.exp(given.values - _core.gather(largest, group))
    total = _core.unsorted_segment_sum(powers, group, count)
    return given.with_values(powers / _core.gather(total, group))


def sampled_addmm(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    mat1: TensorLike,
    mat2: TensorLike,
    beta: float = 1.0,
    alpha: float = 1.0,
    output_type: DTypeLike = _core.float32,
) -> tuple[_core.Tensor, _core.Tensor, _core.Tensor]:
    """`alpha * mat1 @ mat2 + beta * values` at `indices` alone: the three parts of a sparse tensor.

    >>> _, values, _ = tf.sparse.sampled_addmm([[0, 1]], [1.0], [2, 2], [[1.0]] * 2, [[3.0, 4.0]])
    >>> values.numpy().tolist()
    [5.0]
    """
    where = _core.convert_to_tensor(indices)
    left, right = (_core.cast(_core.convert_to_tensor(m), output_type) for m in (mat1, mat2))
    given = _core.cast(_core.convert_to_tensor(values), output_type)
    at = where.numpy()
    if at.shape[1] != 2:
        raise ValueError("sampled_addmm takes a sparse matrix")
    rows = _core.gather(left, at[:, 0])
    columns = _core.gather(_core.transpose(right), at[:, 1])
    product = _core.reduce_sum(rows * columns, -1)
    return where, alpha * product + beta * given, _core.convert_to_tensor(dense_shape)


def concat(
    axis: int, sp_inputs: Any, expand_nonconcat_dims: bool = False, name: str | None = None
) -> SparseTensor:
    """Sparse tensors one behind the other along `axis`.

    The other lengths are equal, or with `expand_nonconcat_dims` the largest of them.

    >>> a = tf.SparseTensor([[0]], [1], [2])
    >>> tf.sparse.to_dense(tf.sparse.concat(0, [a, a])).numpy().tolist()
    [1, 0, 1, 0]
    """
    given = [as_sparse(one) for one in sp_inputs]
    shapes = np.array([lengths(one) for one in given])
    at = axis % shapes.shape[1]
    others = np.delete(shapes, at, 1)
    if not expand_nonconcat_dims and (others != others[0]).any():
        raise invalid(f"Input shapes must match except along axis {at} [Op:SparseConcat]")
    starts = np.cumsum(shapes[:, at]) - shapes[:, at]
    moved = []
    for one, start in zip(given, starts, strict=True):
        where = places(one).copy()
        where[:, at] += start
        moved.append(where)
    shape = shapes.max(0)
    shape[at] = shapes[:, at].sum()
    values = _core.concat([one.values for one in given], 0)
    return ordered(np.concatenate(moved), values, shape.tolist())
