"""`tf.sets`, and `edit_distance`: what lies along the last axis of two tensors, row by row.

Invariant: rows are Python lists under the indices of the other axes; a row without entries is not
there. Nothing here has a gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError
from .tensor import SparseTensor

if TYPE_CHECKING:
    from .._typing import TensorLike

Rows = dict[tuple[int, ...], list[Any]]


def _rows(tensor: Any) -> tuple[Rows, tuple[int, ...]]:
    """The rows of a dense or sparse tensor, and the sizes of the other axes."""
    if isinstance(tensor, SparseTensor):
        values, shape = tensor.values.numpy(), tensor.dense_shape.numpy()
        places = tensor.indices.numpy()
    else:
        dense = _core.convert_to_tensor(tensor).numpy()
        places, values, shape = np.argwhere(np.ones(dense.shape)), dense.ravel(), dense.shape
    if len(shape) < 2:
        raise _refused(f"Shape {[int(n) for n in shape]} has rank {len(shape)} < 2.")
    rows: Rows = {}
    for place, value in zip(places.tolist(), values.tolist(), strict=True):
        rows.setdefault(tuple(place[:-1]), []).append(value)
    return rows, tuple(int(size) for size in shape[:-1])


def _refused(text: str) -> InvalidArgumentError:
    return InvalidArgumentError(None, None, text)


def _dtype(tensor: Any) -> _core.DType:
    if not isinstance(tensor, SparseTensor):
        tensor = _core.convert_to_tensor(tensor)
    if not (tensor.dtype.is_integer or tensor.dtype == _core.string):
        raise TypeError(f"Sets are of whole numbers or strings, not of {tensor.dtype.name}.")
    return tensor.dtype


def _combine(a: Any, b: Any, choose: Callable[[set[Any], set[Any]], set[Any]]) -> SparseTensor:
    dtype = _dtype(a)
    if dtype != _dtype(b):
        raise TypeError(f"Sets of {dtype.name} and {_dtype(b).name} do not belong together.")
    (ours, sizes), (theirs, others) = _rows(a), _rows(b)
    if sizes != others:
        raise _refused(f"Mismatched shapes {list(sizes)} vs {list(others)} of sets.")
    found = {
        row: sorted(choose(set(ours.get(row, ())), set(theirs.get(row, ()))))
        for row in sorted(ours.keys() | theirs.keys())
    }
    indices = [(*row, n) for row, members in found.items() for n in range(len(members))]
    values = [member for members in found.values() for member in members]
    longest = max(map(len, found.values()), default=0)
    return SparseTensor(
        np.array(indices, np.int64).reshape(len(indices), len(sizes) + 1),
        _core.constant(values, dtype, [len(values)]),
        [*sizes, longest],
    )


def intersection(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """What rows along the last axis of `a` and `b` have in common, sorted.

    `a` and `b` are tensors or sparse tensors of whole numbers or strings, equal in dtype
    (`TypeError`), of rank 2 at least and equal in the sizes of the other axes
    (`InvalidArgumentError`).

    >>> tf.sets.intersection([[1, 2, 3]], [[3, 1, 5]]).values.numpy().tolist()
    [1, 3]
    """
    return _combine(a, b, set.intersection)


def union(
    a: SparseTensor | TensorLike, b: SparseTensor | TensorLike, validate_indices: bool = True
) -> SparseTensor:
    """What rows of `a` or of `b` hold, sorted; errors as for `intersection`.

    >>> tf.sets.union([[1, 2]], [[2, 5]]).values.numpy().tolist()
    [1, 2, 5]
    """
    return _combine(a, b, set.union)


def difference(
    a: TensorLike, b: TensorLike, aminusb: bool = True, validate_indices: bool = True
) -> SparseTensor:
    """What rows of `a` hold and those of `b` do not, or the other way round; sorted.

    >>> tf.sets.difference([[1, 2, 3]], [[2]]).values.numpy().tolist()
    [1, 3]
    """
    one, other = (a, b) if aminusb else (b, a)
    return _combine(one, other, set.difference)


def size(a: SparseTensor, validate_indices: bool = True) -> _core.Tensor:
    """How many different values each row of a sparse tensor holds, `int32`.

    `TypeError` for what is not sparse.

    >>> tf.sets.size(tf.sparse.from_dense([[1, 1, 2], [0, 0, 4]])).numpy().tolist()
    [2, 1]
    """
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a}.")
    _dtype(a)
    rows, sizes = _rows(a)
    counts = np.zeros(sizes, np.int32)
    for row, members in rows.items():
        counts[row] = len(set(members))
    return _core.convert_to_tensor(counts)


def edit_distance(
    hypothesis: SparseTensor, truth: SparseTensor, normalize: bool = True, name: str | None = None
) -> _core.Tensor:
    """How many insertions, deletions and replacements make rows of `hypothesis` those of `truth`.

    Both are sparse, of one dtype and rank; the result is dense, `float32`, without the last axis.
    `normalize` divides by the length of the truth: where that is empty, the distance is infinite,
    or 0 if the hypothesis is empty too. `TypeError` for what is not sparse.

    >>> one = tf.sparse.from_dense([[1, 2, 3]])
    >>> tf.edit_distance(one, tf.sparse.from_dense([[1, 3]]), normalize=False).numpy().tolist()
    [1.0]
    """
    for given, what in ((hypothesis, "Hypothesis"), (truth, "Truth")):
        if not isinstance(given, SparseTensor):
            raise TypeError(f"{what} must be a SparseTensor.")
    (guesses, sizes), (truths, others) = _rows(hypothesis), _rows(truth)
    if len(sizes) != len(others):
        raise _refused(
            f"Hypothesis and truth differ in rank: {len(sizes) + 1} and {len(others) + 1}."
        )
    result = np.zeros([max(pair) for pair in zip(sizes, others, strict=True)], np.float32)
    for row in guesses.keys() | truths.keys():
        guess, right = guesses.get(row, []), truths.get(row, [])
        distance: float = _distance(guess, right)
        if normalize:
            distance = distance / len(right) if right else float("inf")
        result[row] = distance
    return _core.convert_to_tensor(result)


def _distance(guess: list[Any], right: list[Any]) -> int:
    """Wagner and Fischer's distance (1974), a row of the table at a time."""
    above = list(range(len(right) + 1))
    for n, one in enumerate(guess, 1):
        row = [n]
        for k, other in enumerate(right, 1):
            row.append(min(above[k] + 1, row[-1] + 1, above[k - 1] + (one != other)))
        above = row
    return above[-1]
