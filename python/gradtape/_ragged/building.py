"""The ways to make a `RaggedTensor`: from flat values and a description of their rows.

Each class method checks what it is given (`InvalidArgumentError`) unless `validate` is false.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.composites import as_value
from .._structure.occurrences import occurrences
from . import rows

if TYPE_CHECKING:
    from .._typing import Array, DTypeLike, TensorLike


class Building:
    """The class methods of `RaggedTensor` that make one."""

    @classmethod
    def from_row_splits(
        cls, values: Any, row_splits: TensorLike, name: str | None = None, validate: bool = True
    ) -> Any:
        """Row `i` is `values[row_splits[i]:row_splits[i + 1]]`.

        >>> tf.RaggedTensor.from_row_splits([3, 1, 4, 1], [0, 2, 2, 4])
        <tf.RaggedTensor [[3, 1], [], [4, 1]]>
        """
        splits, dtype = rows.integers(row_splits, "row_splits")
        whole = as_value(values)
        rows.check_splits(splits, whole.shape[0])
        return cls(whole, splits, dtype)  # type: ignore[call-arg]

    @classmethod
    def from_row_lengths(
        cls,
        values: TensorLike,
        row_lengths: TensorLike,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """Rows of these lengths."""
        lengths, dtype = rows.integers(row_lengths, "row_lengths")
        return cls.from_row_splits(values, _ints(rows.splits_of_lengths(lengths), dtype))

    @classmethod
    def from_value_rowids(
        cls,
        values: TensorLike,
        value_rowids: Any,
        nrows: Any = None,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """Each value in the row that `value_rowids`, which never falls, names."""
        rowids, dtype = rows.integers(value_rowids, "value_rowids")
        if nrows is not None and int(nrows) < 0:
            raise ValueError(f"Expected nrows >= 0; got {int(nrows)}")
        splits = rows.splits_of_rowids(rowids, None if nrows is None else int(nrows))
        return cls.from_row_splits(values, _ints(splits, dtype))

    @classmethod
    def from_row_starts(
        cls, values: TensorLike, row_starts: Any, name: str | None = None, validate: bool = True
    ) -> Any:
        """Rows that start at these positions of `values`."""
        whole = as_value(values)
        starts, dtype = rows.integers(row_starts, "row_starts")
        return cls.from_row_splits(whole, _ints([*starts, whole.shape[0]], dtype))

    @classmethod
    def from_row_limits(
        cls, values: TensorLike, row_limits: Any, name: str | None = None, validate: bool = True
    ) -> Any:
        """Rows that end at these positions of `values`."""
        limits, dtype = rows.integers(row_limits, "row_limits")
        return cls.from_row_splits(values, _ints([0, *limits], dtype))

    @classmethod
    def from_uniform_row_length(
        cls,
        values: Any,
        uniform_row_length: Any,
        nrows: Any = None,
        validate: bool = True,
        name: str | None = None,
    ) -> Any:
        """Rows of one length, which `shape` shows."""
        whole, length = as_value(values), int(uniform_row_length)
        if length < 0:
            raise ValueError("uniform_row_length must be >= 0")
        count = whole.shape[0] // length if nrows is None and length else int(nrows or 0)
        if count * length != whole.shape[0]:
            raise rows.invalid(
                "Arguments to from_uniform_row_length do not form a valid RaggedTensor"
            )
        return cls(whole, np.arange(count + 1) * length, None, length)  # type: ignore[call-arg]

    @classmethod
    def from_nested_row_splits(
        cls,
        flat_values: Any,
        nested_row_splits: Any,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """Rows of rows, the outermost splits first."""
        result = as_value(flat_values)
        for splits in reversed(list(nested_row_splits)):
            result = cls.from_row_splits(result, splits)
        return result

    @classmethod
    def from_nested_row_lengths(
        cls,
        flat_values: Any,
        nested_row_lengths: Any,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """Rows of rows, the outermost lengths first."""
        result = as_value(flat_values)
        for lengths in reversed(list(nested_row_lengths)):
            result = cls.from_row_lengths(result, lengths)
        return result

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: Any,
        nested_value_rowids: Any,
        nested_nrows: Any = None,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """Rows of rows, the outermost row numbers first."""
        levels = list(nested_value_rowids)
        counts = [None] * len(levels) if nested_nrows is None else list(nested_nrows)
        if len(counts) != len(levels):
            raise ValueError("nested_nrows must have the same length as nested_value_rowids")
        result = as_value(flat_values)
        for rowids, count in zip(reversed(levels), reversed(counts), strict=True):
            result = cls.from_value_rowids(result, rowids, count)
        return result

    @classmethod
    def from_tensor(
        cls,
        tensor: TensorLike,
        lengths: Any = None,
        padding: TensorLike | None = None,
        ragged_rank: int = 1,
        name: str | None = None,
        row_splits_dtype: DTypeLike = _core.int64,
    ) -> Any:
        """The rows of a dense tensor, cut to `lengths` or stripped of `padding` at their ends.

        `lengths` may be a tuple or list of such, for rows of rows.

        >>> tf.RaggedTensor.from_tensor([[5, 7, 0], [0, 3, 0]], padding=0)
        <tf.RaggedTensor [[5, 7],
         [0, 3]]>
        """
        if lengths is not None and padding is not None:
            raise ValueError("Specify argument `lengths` or `padding`, but not both.")
        dense = _core.convert_to_tensor(tensor)
        rank = dense.shape.rank
        if _are_nested(lengths):
            return _rows_of_rows(cls, dense, lengths, ragged_rank)
        if not 0 < ragged_rank < rank:
            raise ValueError(
                "Argument `ragged_rank` must be greater than 0 and less than the rank "
                f"of the tensor, {rank}. Got {ragged_rank}"
            )
        kept = None if lengths is None else np.asarray(as_value(lengths).numpy(), np.int64)
        if padding is not None:
            kept = _lengths_without(dense.numpy(), padding, ragged_rank)
        return _rows_of(cls, dense, kept, ragged_rank, _core.as_dtype(row_splits_dtype))

    @classmethod
    def from_sparse(
        cls, st_input: Any, name: str | None = None, row_splits_dtype: DTypeLike = _core.int64
    ) -> Any:
        """The rows of a sparse matrix whose entries stand at the start of their rows."""
        where = st_input.indices.numpy()
        if len(st_input.shape) != 2:
            raise ValueError(f"rank(st_input) must be 2. Got {len(st_input.shape)}")
        nrows = int(st_input.dense_shape[0])
        long = occurrences(where[:, 0], nrows)
        firsts = np.cumsum(long) - long
        if not np.array_equal(where[:, 1], np.arange(len(where)) - np.repeat(firsts, long)):
            raise rows.invalid("SparseTensor is not right-ragged")
        lengths = _ints(long, _core.as_dtype(row_splits_dtype))
        return cls.from_row_lengths(st_input.values, lengths)


def _ints(numbers: TensorLike, dtype: _core.DType) -> _core.Tensor:
    return _core.constant(np.asarray(numbers, np.int64), dtype)


def _lengths_without(array: Array, padding: TensorLike, ragged_rank: int) -> Array:
    filler = _core.convert_to_tensor(padding).numpy()
    flat = array.reshape(-1, *array.shape[ragged_rank:])
    real = (flat != filler).reshape(len(flat), flat.shape[1], -1).any(axis=2)
    return np.where(real.any(1), flat.shape[1] - real[:, ::-1].argmax(1), 0)


def _are_nested(lengths: Any) -> bool:
    """Whether these are lengths for each of several axes."""
    return isinstance(lengths, (list, tuple)) and bool(lengths) and not np.isscalar(lengths[0])


def _rows_of_rows(cls: Any, dense: _core.Tensor, lengths: Any, ragged_rank: int) -> Any:
    """The rows, and rows of rows, of these lengths; what lies behind their ends is left out."""
    if ragged_rank not in (1, len(lengths)):
        raise ValueError(
            "If `lengths` is a tuple of row_lengths, then argument `ragged_rank` must be equal to "
            f"the length of `lengths`. Got ragged_rank = {ragged_rank} and lengths = {lengths}."
        )
    inside = _core.ones([int(np.sum(lengths[-1]))], _core.bool)
    mask = cls.from_nested_row_lengths(inside, lengths).to_tensor(default_value=False)
    return cls.from_nested_row_lengths(_core.boolean_mask(dense, mask), lengths)


def _rows_of(
    cls: Callable[..., Any],
    dense: _core.Tensor,
    kept: Array | None,
    ragged_rank: int,
    dtype: _core.DType,
) -> Any:
    """Uniform rows outside, the rows of axis `ragged_rank` cut to the lengths `kept`."""
    shape = dense.shape.as_list()
    count, width = int(np.prod(shape[:ragged_rank])), shape[ragged_rank]
    result = _core.reshape(dense, [count * width, *shape[ragged_rank + 1 :]])
    uniform = width if kept is None else None
    kept = np.full(count, width) if kept is None else np.clip(kept, 0, width)
    if uniform is None:
        result = _core.gather(result, rows.positions(np.arange(count) * width, kept))
    result = cls(result, rows.splits_of_lengths(kept), dtype, uniform)
    for axis in range(ragged_rank - 1, 0, -1):
        cuts = np.arange(int(np.prod(shape[:axis])) + 1) * shape[axis]
        result = cls(result, cuts, dtype, shape[axis])
    return result
