"""`SparseTensorSpec` and `RaggedTensorSpec`: what a composite looks like, without its values.

Invariant: immutable, equal by what they were made with, hashable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._autodiff.slices_spec import IndexedSlicesSpec
from .._sparse.tensor import SparseTensor
from .._structure.described_specs import CompositeSpec, NoneTensorSpec
from .._structure.tensor_spec import TensorSpec
from .._structure.variable_spec import VariableSpec
from .tensor import RaggedTensor

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike


class SparseTensorSpec(CompositeSpec):
    """What a `SparseTensor` looks like.

    >>> spec = tf.SparseTensorSpec([2, None], tf.float32)
    >>> spec
    SparseTensorSpec(TensorShape([2, None]), tf.float32)
    >>> spec.is_compatible_with(tf.sparse.from_dense([[1.0], [0.0]]))
    True
    """

    value_type = SparseTensor

    @classmethod
    def from_value(cls, value: SparseTensor) -> SparseTensorSpec:
        """The spec of a sparse tensor."""
        return cls(value.shape, value.dtype)

    def _batch(self, size: int | None) -> SparseTensorSpec:
        return SparseTensorSpec(longer(self._shape, size), self._dtype)

    def _unbatch(self) -> SparseTensorSpec:
        return SparseTensorSpec(shorter(self._shape), self._dtype)


class RaggedTensorSpec(CompositeSpec):
    """What a `RaggedTensor` looks like; `ragged_rank` is that of the shape less 1 by default.

    `ValueError` for a `ragged_rank` that is not smaller than the rank of the shape.

    >>> spec = tf.RaggedTensorSpec([2, None], tf.int32)
    >>> spec
    RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)
    >>> spec.is_compatible_with(tf.ragged.constant([[1], [2, 3]]))
    True
    """

    value_type = RaggedTensor

    def __init__(
        self,
        shape: ShapeLike = None,
        dtype: DTypeLike = _core.float32,
        ragged_rank: int | None = None,
        row_splits_dtype: DTypeLike = _core.int64,
        flat_values_spec: Any = None,
    ) -> None:
        super().__init__(shape, dtype)
        rank = self._shape.rank
        if ragged_rank is None:
            if rank is None:
                raise ValueError(
                    "Must specify ragged_rank or shape with a known rank to determine the "
                    "ragged_rank."
                )
            ragged_rank = rank - 1
        if rank is not None and ragged_rank >= rank:
            raise ValueError(
                f"Argument `ragged_rank` ({ragged_rank}) must be less than rank ({rank})."
            )
        self._ragged_rank, self._splits = ragged_rank, _core.as_dtype(row_splits_dtype)
        self._flat_values_spec = flat_values_spec

    def _described(self) -> tuple[Any, ...]:
        return *super()._described(), self._ragged_rank, self._splits

    @property
    def ragged_rank(self) -> int:
        """How many ragged dimensions are nested."""
        return self._ragged_rank

    @property
    def row_splits_dtype(self) -> Any:
        """The dtype of the row splits."""
        return self._splits

    @property
    def flat_values_spec(self) -> Any:
        """What was said about the flat values, or None."""
        return self._flat_values_spec

    @classmethod
    def from_value(cls, value: RaggedTensor) -> RaggedTensorSpec:
        """The spec of a ragged tensor."""
        return cls(value.shape, value.dtype, value.ragged_rank, value.row_splits.dtype)

    def _batch(self, size: int | None) -> RaggedTensorSpec:
        shape, depth = longer(self._shape, size), self._ragged_rank + 1
        return RaggedTensorSpec(shape, self._dtype, depth, self._splits)

    def _unbatch(self) -> RaggedTensorSpec:
        shape, depth = shorter(self._shape), self._ragged_rank - 1
        return RaggedTensorSpec(shape, self._dtype, depth, self._splits)


def longer(shape: _core.TensorShape, size: int | None) -> list[int | None] | None:
    """A shape with another first length; None for one that is not known."""
    return None if shape.rank is None else [size, *shape.as_list()]


def shorter(shape: _core.TensorShape) -> list[int | None] | None:
    """A shape without its first length; None for one that is not known."""
    return None if shape.rank is None else shape.as_list()[1:]


_converters: list[tuple[type, Callable[[Any], Any], bool]] = []


def register_type_spec_from_value_converter(
    type_object: type, converter_fn: Callable[[Any], Any], allow_subclass: bool = False
) -> None:
    """`type_spec_from_value` of such an object is what `converter_fn` makes of it."""
    _converters.append((type_object, converter_fn, allow_subclass))


def type_spec_from_value(value: Any) -> Any:
    """What a value looks like: the `TypeSpec` of a tensor, or of what can become one, of a ragged
    or sparse tensor, a `TensorArray`, a dataset or an iterator.

    `TypeError` for what has none, as structures of values have.

    >>> tf.type_spec_from_value([1.0, 2.0])
    TensorSpec(shape=(2,), dtype=tf.float32, name=None)
    >>> tf.type_spec_from_value(tf.ragged.constant([[1]]))
    RaggedTensorSpec(TensorShape([1, None]), tf.int32, 1, tf.int64)
    """
    if value is None:
        return NoneTensorSpec()
    kinds: tuple[Any, ...] = (SparseTensorSpec, RaggedTensorSpec, IndexedSlicesSpec)
    for kind in kinds:
        if isinstance(value, kind.value_type):
            return kind.from_value(value)
    if isinstance(value, _core.Variable):
        return VariableSpec.from_value(value)
    own = getattr(value, "_type_spec", None)
    if own is not None:
        return own
    for kind, converter, takes_subclasses in reversed(_converters):
        if isinstance(value, kind) if takes_subclasses else type(value) is kind:
            return converter(value)
    try:
        return TensorSpec.from_tensor(_core.convert_to_tensor(value))
    except (TypeError, ValueError):
        raise TypeError(
            f"Could not build a TypeSpec for {value} of unsupported type {type(value)}."
        ) from None
