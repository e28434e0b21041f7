"""`IndexedSlices`: rows of a larger tensor, by index: gradients of what was gathered, and as such.

Invariant: the tensor it stands for is the sum of its rows, so duplicate indices add up; converting
it (through TensorFlow's `__tf_tensor__` protocol) is recorded and differentiable with respect to
`values`. Times a number it stays `IndexedSlices`; all other arithmetic is that of the tensor.
"""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import Array, DTypeLike, ShapeLike, TensorLike


class IndexedSlices:
    """`values[i]` at row `indices[i]` of a tensor of shape `dense_shape`, zero elsewhere.

    `values` has shape `[n, ...]` and `indices` is an integer tensor of shape `[n]`. Without
    `dense_shape` it cannot be converted to a tensor (`ValueError`). A tape gives it as the gradient
    of a source whose rows were gathered (`tf.gather` along the first axis, `tf.gather_nd` by one
    index, `tf.nn.embedding_lookup`, `Embedding`) and which was used in no other way; optimizers
    then pass over the rows that it names. Functions, operators and NumPy take it as a tensor.

    >>> import gradtape as tf
    >>> rows = tf.IndexedSlices(values=[[1.0], [2.0], [3.0]], indices=[0, 2, 0], dense_shape=[3, 1])
    >>> print(tf.convert_to_tensor(rows).numpy().tolist())
    [[4.0], [0.0], [2.0]]
    """

    __array_priority__ = 100

    def __init__(
        self, values: TensorLike, indices: TensorLike, dense_shape: ShapeLike = None
    ) -> None:
        self._given = values
        self._values = _core.convert_to_tensor(values)
        self._indices = _core.convert_to_tensor(indices)
        self._dense_shape = None if dense_shape is None else _core.convert_to_tensor(dense_shape)

    @property
    def values(self) -> Any:
        """The rows, as a tensor of shape `[n, ...]`.

        Python's numbers stay what they are: who takes them says of which dtype they are to be.
        """
        return self._given if isinstance(self._given, (list, tuple, float, int)) else self._values

    @property
    def _summands(self) -> _core.Tensor:
        """What a tape is asked for where these are the target of a gradient."""
        return self._values

    @property
    def indices(self) -> _core.Tensor:
        """Where each row goes, as an integer tensor of shape `[n]`."""
        return self._indices

    @property
    def dense_shape(self) -> _core.Tensor | None:
        """The shape of the whole, as an integer tensor, or None if it is not known."""
        return self._dense_shape

    @property
    def shape(self) -> _core.TensorShape:
        """The shape of the whole; its first dimension is None if `dense_shape` is."""
        if self._dense_shape is not None:
            return _core.TensorShape(self._dense_shape.numpy().tolist())
        return _core.TensorShape([None, *self._values.shape.as_list()[1:]])

    @property
    def dtype(self) -> _core.DType:
        """The dtype of `values`."""
        return self._values.dtype

    @property
    def device(self) -> str:
        """Where `values` lives."""
        return str(self._values.device)

    def numpy(self) -> Any:
        """The tensor it stands for, as an ndarray."""
        return _dense(self).numpy()

    def get_shape(self) -> _core.TensorShape:
        """The same as `shape`."""
        return self.shape

    def __array__(self, dtype: DTypeLike = None, copy: bool | None = None) -> Array:
        return _dense(self).__array__(dtype)

    def __len__(self) -> int:
        return len(_dense(self))

    def __iter__(self) -> Iterator[Any]:
        return iter(_dense(self))

    def __getitem__(self, key: Any) -> _core.Tensor:
        return _dense(self)[key]

    def __bool__(self) -> bool:
        return True

    def __neg__(self) -> IndexedSlices:
        return self._with(-self._values)

    def __abs__(self) -> _core.Tensor:
        return abs(_dense(self))

    def _with(self, values: _core.Tensor) -> IndexedSlices:
        return IndexedSlices(values, self._indices, self._dense_shape)

    def __str__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape!s}"
        return f"IndexedSlices(indices={self._indices!s}, values={self._values!s}{shape})"

    def __tf_tensor__(
        self, dtype: _core.DType | None = None, name: str | None = None
    ) -> _core.Tensor:
        """The dense tensor; `ValueError` without `dense_shape` or for another dtype."""
        if self._dense_shape is None:
            raise ValueError(
                "Tensor conversion requested for IndexedSlices for argument `value` without "
                "dense_shape: "
                f"{self}"
            )
        if dtype is not None and _core.as_dtype(dtype) != self.dtype:
            raise ValueError(
                f"Tensor conversion requested dtype {_core.as_dtype(dtype).name} for IndexedSlices "
                f"with dtype {self.dtype.name}"
            )
        rows = int(self._dense_shape[0])
        return _core.unsorted_segment_sum(self._values, self._indices, rows)


def _dense(slices: Any) -> Any:
    return _core.convert_to_tensor(slices) if isinstance(slices, IndexedSlices) else slices


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Number) or (
        isinstance(value, (_core.Tensor, _core.Variable)) and len(value.shape) == 0
    )


def _forward(op: Callable[[Any, Any], Any], scales: bool) -> Callable[[Any, Any], Any]:
    def method(self: IndexedSlices, other: TensorLike) -> Any:
        if scales and _is_number(other):
            return self._with(op(self._values, other))
        return op(_dense(self), _dense(other))

    return method


def _reflected(op: Callable[[Any, Any], Any], scales: bool) -> Callable[[Any, Any], Any]:
    def method(self: IndexedSlices, other: Any) -> Any:
        if scales and _is_number(other):
            return self._with(op(other, self._values))
        return op(other, _dense(self))

    return method


# Each operator, and whether a number on its right, or on its left, leaves the zeros as they are.
_OPERATORS = {
    "add": (False, False),
    "sub": (False, False),
    "mul": (True, True),
    "truediv": (True, False),
    "floordiv": (False, False),
    "mod": (False, False),
    "pow": (False, False),
    "matmul": (False, False),
}
for _name, (_right, _left) in _OPERATORS.items():
    setattr(IndexedSlices, f"__{_name}__", _forward(getattr(operator, _name), _right))
    setattr(IndexedSlices, f"__r{_name}__", _reflected(getattr(operator, _name), _left))
for _name in ("lt", "le", "gt", "ge"):
    setattr(IndexedSlices, f"__{_name}__", _forward(getattr(operator, _name), False))
