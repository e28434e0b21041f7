"""`SparseTensor`: values at indices, zero elsewhere.

Invariant: `indices` are `[n, rank]`, `values` `[n]`, `dense_shape` `[rank]`. Indices are plain
integers; everything that a tape follows is in `values`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from .._structure.composites import Composite

if TYPE_CHECKING:
    from .._typing import Array, ShapeLike, TensorLike


class SparseTensorValue(NamedTuple):
    """The three parts of a sparse tensor as arrays: what version 1 evaluated one to."""

    indices: Any
    values: Any
    dense_shape: Any


class SparseTensor(Composite):
    """`values[i]` at `indices[i]` of a tensor of shape `dense_shape`, zero elsewhere.

    Order and duplicates of `indices` are not checked. `ValueError` for parts whose shapes do not
    belong together, or indices that are not `int64`.

    >>> st = tf.SparseTensor(indices=[[0, 0], [1, 2]], values=[1.0, 2.0], dense_shape=[2, 3])
    >>> tf.sparse.to_dense(st).numpy().tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 2.0]]
    """

    def __init__(self, indices: TensorLike, values: TensorLike, dense_shape: Any) -> None:
        self._indices = _int64(indices, "indices")
        self._values = _core.convert_to_tensor(values)
        self._dense_shape = _int64(dense_shape, "dense_shape")
        _check(self._indices.shape, self._values.shape, self._dense_shape.shape)

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """A `SparseTensorValue` or `SparseTensor` as a `SparseTensor`; else a `TypeError`."""
        if not isinstance(sparse_tensor_value, (SparseTensor, SparseTensorValue)):
            raise TypeError(
                f"Argument sparse_tensor_value={sparse_tensor_value} is neither a SparseTensor "
                "nor SparseTensorValue."
            )
        given = sparse_tensor_value
        return cls(given.indices, given.values, given.dense_shape)

    def _parts(self) -> list[Any]:
        return [self._values]

    def _with_parts(self, parts: list[Any]) -> Any:
        return self.with_values(parts[0])

    def _components(self) -> list[_core.Tensor]:
        return [self._indices, self._values, self._dense_shape]

    def _with_components(self, parts: list[Any]) -> SparseTensor:
        return SparseTensor(*parts)

    @property
    def indices(self) -> _core.Tensor:
        """Where each value stands, `int64` of shape `[n, rank]`."""
        return self._indices

    @property
    def values(self) -> _core.Tensor:
        """The values, of shape `[n]`."""
        return self._values

    @property
    def dense_shape(self) -> _core.Tensor:
        """The shape of the whole, `int64` of shape `[rank]`."""
        return self._dense_shape

    @property
    def shape(self) -> _core.TensorShape:
        """The shape of the whole."""
        return _core.TensorShape(self._dense_shape.numpy().tolist())

    @property
    def dtype(self) -> _core.DType:
        """The dtype of the values."""
        return self._values.dtype

    def get_shape(self) -> _core.TensorShape:
        """As `shape`."""
        return self.shape

    def set_shape(self, shape: ShapeLike) -> None:
        """Raises `ValueError` unless the tensor could have this shape."""
        self.shape.merge_with(shape)

    def consumers(self) -> list[Any]:
        """An empty list."""
        return []

    def eval(self, feed_dict: Any = None, session: Any = None) -> SparseTensorValue:
        """The three parts as arrays."""
        parts = (self._indices, self._values, self._dense_shape)
        return SparseTensorValue(*(part.numpy() for part in parts))

    def numpy(self) -> SparseTensorValue:
        """The three parts as arrays."""
        return self.eval()

    def with_values(self, new_values: TensorLike) -> SparseTensor:
        """The same indices with other values."""
        return SparseTensor(self._indices, new_values, self._dense_shape)

    def _beside(self, other: TensorLike) -> _core.Tensor:
        """The entries of a tensor, which is broadcast, where this one has values."""
        dense = _core.convert_to_tensor(other, dtype_hint=self.dtype)
        whole = _core.broadcast_to(dense, self.shape)
        return _core.gather_nd(whole, self._indices)

    def __mul__(self, other: TensorLike) -> SparseTensor:
        return self.with_values(self._values * self._beside(other))

    __rmul__ = __mul__

    def __truediv__(self, other: TensorLike) -> SparseTensor:
        return self.with_values(self._values / self._beside(other))

    def __neg__(self) -> SparseTensor:
        return self.with_values(-self._values)

    def __str__(self) -> str:
        return (
            f"SparseTensor(indices={self._indices!s}, values={self._values!s}, "
            f"dense_shape={self._dense_shape!s})"
        )

    __repr__ = __str__


def _int64(given: TensorLike, name: str) -> _core.Tensor:
    tensor = _core.convert_to_tensor(given, dtype_hint=_core.int64)
    if tensor.shape.num_elements() == 0 and tensor.dtype == _core.float32:
        tensor = _core.cast(tensor, _core.int64)  # an empty list has no dtype of its own
    if isinstance(given, list | tuple) and tensor.dtype == _core.int32:
        tensor = _core.cast(tensor, _core.int64)  # nor have numbers that are tensors
    if tensor.dtype != _core.int64:
        raise ValueError(f"{name} must have dtype int64, got {tensor.dtype.name}")
    return tensor


def _check(
    indices: _core.TensorShape, values: _core.TensorShape, dense_shape: _core.TensorShape
) -> None:
    for what, shape, rank in (
        ("indices", indices, 2),
        ("values", values, 1),
        ("dense_shape", dense_shape, 1),
    ):
        if shape.rank != rank:
            raise ValueError(f"Shape {shape} of {what} must have rank {rank}")
    if indices[0] != values[0]:
        raise ValueError(f"Dimensions {indices[0]} and {values[0]} are not compatible")
    if indices[1] != dense_shape[0]:
        raise ValueError(f"Dimensions {indices[1]} and {dense_shape[0]} are not compatible")


def as_sparse(given: Any) -> SparseTensor:
    """A `SparseTensor` as it is; `TypeError` for anything that is no sparse tensor."""
    if isinstance(given, SparseTensor):
        return given
    if isinstance(given, SparseTensorValue):
        return SparseTensor.from_value(given)
    raise TypeError(f"Input must be a SparseTensor, got {given!r}")


def places(given: SparseTensor) -> Array:
    """The indices as an array."""
    return np.asarray(given.indices.numpy())


def lengths(given: SparseTensor) -> list[int]:
    """The dense shape as a list."""
    found: list[int] = given.dense_shape.numpy().tolist()
    return found


def linear(where: Array, shape: list[int]) -> Array:
    """Each index as one number, in row-major order."""
    at = np.zeros(len(where), np.int64)
    for axis, length in enumerate(shape):
        at = at * length + where[:, axis]
    return at


def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`op` of the values of all sparse arguments, at the indices of the first.

    `ValueError` unless all sparse arguments have the same indices.

    >>> st = tf.sparse.from_dense([[1.0, 0.0], [0.0, 3.0]])
    >>> tf.sparse.map_values(tf.square, st).values.numpy().tolist()
    [1.0, 9.0]
    """
    given = [x for x in (*args, *kwargs.values()) if isinstance(x, SparseTensor)]
    if not given:
        raise ValueError("No SparseTensor in argument list of map_values")
    first = given[0]
    for other in given[1:]:
        if not np.array_equal(places(first), places(other)):
            raise ValueError("The sparse arguments of map_values must have the same indices")
    flat = [x.values if isinstance(x, SparseTensor) else x for x in args]
    named = {k: x.values if isinstance(x, SparseTensor) else x for k, x in kwargs.items()}
    return first.with_values(op(*flat, **named))
