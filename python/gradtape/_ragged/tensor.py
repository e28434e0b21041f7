"""`RaggedTensor`: a tensor whose rows differ in length.

Invariant: `values` has as many entries as the last row split says; they are a tensor, or ragged
again. Everything reaches a tape through `flat_values`, which alone have gradients.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._sparse.tensor import SparseTensor
from .._structure import nest
from .._structure.composites import Composite, as_value
from . import broadcasting, rows
from .building import Building
from .dense import to_tensor
from .indexing import item

if TYPE_CHECKING:
    from .._typing import Array, AxisLike, DTypeLike, ShapeLike, TensorLike


class RaggedTensor(Building, Composite):
    """Made by `from_row_splits` and its like, `tf.ragged.constant`, or `tf.strings.split`.

    >>> rt = tf.RaggedTensor.from_row_lengths([1.0, 2.0, 3.0], [2, 0, 1])
    >>> rt
    <tf.RaggedTensor [[1.0, 2.0], [], [3.0]]>
    >>> rt[0].numpy().tolist(), rt.shape.as_list()
    ([1.0, 2.0], [3, None])
    """

    def __init__(
        self, values: Any, splits: Any, dtype: DTypeLike = None, uniform: Any = None
    ) -> None:
        self._values = values
        self._splits = splits
        self._splits_dtype = _core.int64 if dtype is None else dtype
        self._uniform: int | None = uniform

    def _parts(self) -> list[_core.Tensor]:
        return [self.flat_values]

    def _with_parts(self, parts: list[Any]) -> RaggedTensor:
        return self.with_flat_values(parts[0])

    def _components(self) -> list[_core.Tensor]:
        return [self.flat_values, *self.nested_row_splits]

    def _with_components(self, parts: list[Any]) -> RaggedTensor:
        values, outer, *inner = parts
        if inner:
            values = self._values._with_components([values, *inner])
        return RaggedTensor.from_row_splits(values, outer, validate=False)

    def _like(self, values: Any, splits: Array, uniform: int | None = None) -> RaggedTensor:
        return RaggedTensor(values, splits, self._splits_dtype, uniform)

    def _ints(self, numbers: TensorLike) -> _core.Tensor:
        return _core.constant(np.asarray(numbers, np.int64), self._splits_dtype)

    @property
    def values(self) -> Any:
        """The rows, one behind the other."""
        return self._values

    @property
    def flat_values(self) -> _core.Tensor:
        """The innermost values, a tensor."""
        inner = self._values
        return inner.flat_values if isinstance(inner, RaggedTensor) else inner

    @property
    def dtype(self) -> _core.DType:
        """The dtype of the values."""
        dtype: _core.DType = self.flat_values.dtype
        return dtype

    @property
    def shape(self) -> _core.TensorShape:
        """The shape, None for ragged dimensions."""
        inner = self._values.shape.as_list()[1:]
        return _core.TensorShape([len(self._splits) - 1, self._uniform, *inner])

    def get_shape(self) -> _core.TensorShape:
        """As `shape`."""
        return self.shape

    @property
    def ragged_rank(self) -> int:
        """How many ragged dimensions are nested."""
        return 1 + (self._values.ragged_rank if isinstance(self._values, RaggedTensor) else 0)

    @property
    def uniform_row_length(self) -> Any:
        """The length of every row where it is declared, else None."""
        return None if self._uniform is None else self._ints(self._uniform)

    @property
    def row_splits(self) -> _core.Tensor:
        """Where rows start and end: row `i` is `values[row_splits[i]:row_splits[i + 1]]`."""
        return self._ints(self._splits)

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The row splits of all ragged dimensions, outermost first."""
        inner = self._values
        rest = inner.nested_row_splits if isinstance(inner, RaggedTensor) else ()
        return (self.row_splits, *rest)

    def value_rowids(self, name: str | None = None) -> _core.Tensor:
        """The row of each value."""
        return self._ints(rows.rowids_of(self._splits))

    def nested_value_rowids(self, name: str | None = None) -> tuple[Any, ...]:
        """The row of each value, for all ragged dimensions."""
        inner = self._values
        rest = inner.nested_value_rowids() if isinstance(inner, RaggedTensor) else ()
        return (self.value_rowids(), *rest)

    def nrows(self, out_type: DTypeLike = None, name: str | None = None) -> _core.Tensor:
        """How many rows there are."""
        return _core.cast(self._ints(len(self._splits) - 1), out_type or self._splits_dtype)

    def row_starts(self, name: str | None = None) -> _core.Tensor:
        """Where each row starts in `values`."""
        return self._ints(self._splits[:-1])

    def row_limits(self, name: str | None = None) -> _core.Tensor:
        """Where each row ends in `values`."""
        return self._ints(self._splits[1:])

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """How long the rows are; ragged itself for an `axis` behind the first ragged one."""
        if axis == 0:
            return self.nrows()
        if axis == 1:
            return self._ints(np.diff(self._splits))
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.row_lengths(axis - 1))
        length = self._values.shape[axis - 1]
        return self.with_values(_core.fill([self._values.shape[0]], self._ints(length)))

    def nested_row_lengths(self, name: str | None = None) -> tuple[Any, ...]:
        """The row lengths of all ragged dimensions, outermost first."""
        inner = self._values
        rest = inner.nested_row_lengths() if isinstance(inner, RaggedTensor) else ()
        return (self.row_lengths(), *rest)

    def bounding_shape(
        self, axis: AxisLike = None, name: str | None = None, out_type: DTypeLike = None
    ) -> _core.Tensor:
        """The shape of the smallest tensor that holds everything."""
        longest = int(np.diff(self._splits).max(initial=0))
        inner = self._values
        rest = inner.bounding_shape() if isinstance(inner, RaggedTensor) else inner.shape.as_list()
        rest = np.asarray(rest, np.int64).tolist()[1:]
        box = self._ints([len(self._splits) - 1, longest, *rest])
        box = box if axis is None else _core.gather(box, axis)
        return box if out_type is None else _core.cast(box, out_type)

    def with_values(self, new_values: TensorLike | RaggedTensor) -> RaggedTensor:
        """The same rows of other values."""
        return self._like(as_value(new_values), self._splits, self._uniform)

    def with_flat_values(self, new_values: TensorLike) -> RaggedTensor:
        """The same rows of other innermost values."""
        inner = self._values
        nested = isinstance(inner, RaggedTensor)
        return self.with_values(inner.with_flat_values(new_values) if nested else new_values)

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """The same with row splits of `int32` or `int64`."""
        wanted = _core.as_dtype(dtype)
        if wanted not in (_core.int32, _core.int64):
            raise ValueError(f"Argument `row_splits` dtype must be int32 or int64. Got {wanted!r}")
        inner = self._values
        if isinstance(inner, RaggedTensor):
            inner = inner.with_row_splits_dtype(wanted)
        return RaggedTensor(inner, self._splits, wanted, self._uniform)

    def merge_dims(self, outer_axis: int, inner_axis: int) -> Any:
        """The dimensions from `outer_axis` to `inner_axis` as one."""
        rank = len(self.shape)
        outer, inner = outer_axis % rank, inner_axis % rank
        values = self._values
        if outer == inner:
            return self
        if outer > 1:
            if isinstance(values, RaggedTensor):
                return self.with_values(values.merge_dims(outer - 1, inner - 1))
            return self.with_values(_merged(values, outer - 1, inner - 1))
        if outer == 1:
            return self._of_inner_rows().merge_dims(1, inner - 1)
        if inner == 1:
            return values
        if isinstance(values, RaggedTensor):
            return values.merge_dims(0, inner - 1)
        return _merged(values, 0, inner - 1)

    def _of_inner_rows(self) -> RaggedTensor:
        """The two dimensions behind the first as one."""
        values = self._values
        if isinstance(values, RaggedTensor):
            return self._like(values._values, values._splits[self._splits])
        return self._like(_merged(values, 0, 1), self._splits * values.shape[1])

    def to_sparse(self, name: str | None = None) -> SparseTensor:
        """The same values as a `SparseTensor` of the bounding shape."""
        rank, values = self.ragged_rank, self.flat_values
        inner = values.shape.as_list()[1:]
        if inner:
            raise ValueError("to_sparse needs a ragged tensor whose values are a vector")
        level: Any = self
        where = np.arange(len(self))[:, None]
        for _ in range(rank):
            row = rows.rowids_of(level._splits)
            column = np.arange(len(row)) - level._splits[:-1][row]
            where = np.concatenate([where[row], column[:, None]], 1)
            level = level._values
        return SparseTensor(where, values, self.bounding_shape())

    def to_tensor(
        self,
        default_value: TensorLike | None = None,
        name: str | None = None,
        shape: ShapeLike = None,
    ) -> _core.Tensor:
        """A dense tensor; `default_value` (zero or the empty string) fills short rows.

        `shape` cuts and fills up to these lengths, None leaves one as it is. Differentiable.

        >>> tf.ragged.constant([[1, 2], [3]]).to_tensor().numpy().tolist()
        [[1, 2], [3, 0]]
        """
        return to_tensor(self, default_value, shape)

    def to_list(self) -> list[Any]:
        """The values as nested lists."""
        inner = self._values
        flat = inner.to_list() if isinstance(inner, RaggedTensor) else inner.numpy().tolist()
        cuts = self._splits.tolist()
        return [flat[a:b] for a, b in pairwise(cuts)]

    def numpy(self) -> Any:
        """A NumPy array; one of rows (`dtype=object`) where they differ in length."""
        values = self._values.numpy()
        found = [values[start:end] for start, end in pairwise(self._splits)]
        if not found:
            return np.zeros((0, 0, *values.shape[1:]), values.dtype)
        if len({len(row) for row in found}) == 1:
            return np.stack(found)
        array = np.empty(len(found), object)
        array[:] = found
        return array

    def consumers(self) -> list[Any]:
        """An empty list."""
        return []

    def __getitem__(self, key: Any) -> Any:
        return item(self, key)

    def __len__(self) -> int:
        return len(self._splits) - 1

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    def __bool__(self) -> bool:
        raise TypeError("RaggedTensor may not be used as a boolean.")

    def __repr__(self) -> str:
        return f"<tf.RaggedTensor {_shown(self.numpy())}>"

    __hash__ = None  # type: ignore[assignment]


def _shown(value: Any) -> str:
    """Rows as NumPy shows them, cut where they are many, with commas between."""
    if not isinstance(value, np.ndarray):
        return str(value)
    if not value.size:
        return repr(value.tolist())
    with np.printoptions(formatter={"all": _shown}):  # rows of rows know of it too
        return np.array2string(value, separator=", ")


def _merged(values: Any, outer: int, inner: int) -> Any:
    shape = values.shape.as_list()
    return _core.reshape(values, [*shape[:outer], -1, *shape[inner + 1 :]])


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`op` of the flat values of all ragged arguments, also within lists and dicts, in the rows of
    the first.

    `InvalidArgumentError` unless all ragged arguments have the same rows; without one it is
    `op(*args, **kwargs)`.

    >>> tf.ragged.map_flat_values(tf.square, tf.ragged.constant([[1, 2], [3]]))
    <tf.RaggedTensor [[1, 4], [9]]>
    """
    given = [x for x in nest.flatten((args, kwargs)) if isinstance(x, RaggedTensor)]
    if not given:
        return op(*args, **kwargs)
    first = given[0]
    for other in given[1:]:
        _require_same_rows(first, other)
    args, kwargs = nest.map_structure(_flat, (args, kwargs))
    value = op(*args, **kwargs)
    return first.with_flat_values(value)


def _flat(x: Any) -> Any:
    return x.flat_values if isinstance(x, RaggedTensor) else x


def _require_same_rows(one: RaggedTensor, other: RaggedTensor) -> None:
    mine, theirs = _all_splits(one), _all_splits(other)
    if len(mine) != len(theirs):
        raise ValueError("All ragged inputs must have the same ragged_rank.")
    for a, b in zip(mine, theirs, strict=True):
        if not np.array_equal(a, b):
            raise rows.invalid("Inputs must have identical ragged splits")


def _all_splits(x: Any) -> list[Any]:
    return [x._splits, *_all_splits(x._values)] if isinstance(x, RaggedTensor) else []


def spread(x: RaggedTensor, other: Any) -> tuple[RaggedTensor, Any]:
    """The two as they are given to an elementwise function, `other` beside the flat values."""
    if isinstance(other, RaggedTensor):
        return x, other
    dense = _core.convert_to_tensor(other, dtype_hint=x.dtype)
    whole = broadcasting.deepened(x, dense.shape.as_list())
    return whole, broadcasting.beside(whole, dense)


def _operator(op: Callable[[Any, Any], Any], swapped: bool) -> Callable[[Any, Any], Any]:
    def apply(self: RaggedTensor, other: Any) -> RaggedTensor:
        whole, beside = spread(self, other)
        pair = (beside, whole) if swapped else (whole, beside)
        return map_flat_values(op, *pair)

    return apply


def _comparison(op: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """`==` or `!=`, which are one truth value where the two cannot be compared by elements."""
    by_elements = _operator(op, False)

    def apply(self: RaggedTensor, other: Any) -> Any:
        try:
            return by_elements(self, other)
        except (TypeError, ValueError):
            return op is operator.ne

    return apply


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor"):
    _op = getattr(operator, f"__{_name}__")
    setattr(RaggedTensor, f"__{_name}__", _operator(_op, False))
    setattr(RaggedTensor, f"__r{_name}__", _operator(_op, True))
for _name in ("lt", "le", "gt", "ge"):
    setattr(RaggedTensor, f"__{_name}__", _operator(getattr(operator, f"__{_name}__"), False))
for _name in ("eq", "ne"):
    setattr(RaggedTensor, f"__{_name}__", _comparison(getattr(operator, f"__{_name}__")))
for _name in ("neg", "abs", "invert"):
    _op = getattr(operator, f"__{_name}__")
    setattr(RaggedTensor, f"__{_name}__", lambda self, _op=_op: map_flat_values(_op, self))
