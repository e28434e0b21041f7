"""`TensorSpec`: the shape and dtype of a tensor without its values.

Invariant: immutable, equal by shape, dtype and name, hashable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .type_spec import BatchableTypeSpec

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike


class TensorSpec(BatchableTypeSpec):
    """What a tensor looks like: `shape`, `dtype`, an optional `name`.

    None stands for an unknown dimension or shape.
    Raises `TypeError` for something that is not a shape or a dtype.

    >>> import gradtape as tf
    >>> spec = tf.TensorSpec([None, 3], tf.float32)
    >>> spec
    TensorSpec(shape=(None, 3), dtype=tf.float32, name=None)
    >>> spec.is_compatible_with(tf.zeros([5, 3])), spec.is_compatible_with(tf.zeros([5, 4]))
    (True, False)
    """

    __slots__ = ("_dtype", "_name", "_shape")

    def __init__(
        self, shape: ShapeLike, dtype: DTypeLike = _core.float32, name: str | None = None
    ) -> None:
        self._shape = _core.TensorShape(shape)
        self._dtype = _core.as_dtype(dtype)
        self._name = name

    @classmethod
    def from_tensor(
        cls, tensor: _core.Tensor | _core.Variable, name: str | None = None
    ) -> TensorSpec:
        """The spec of `tensor`."""
        return cls(tensor.shape, tensor.dtype, name)

    @classmethod
    def from_spec(cls, spec: TensorSpec, name: str | None = None) -> TensorSpec:
        """A copy of `spec`, renamed if `name` is given."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    @property
    def value_type(self) -> type:
        """The class of what it describes."""
        return _core.Tensor

    @property
    def shape(self) -> _core.TensorShape:
        """The `TensorShape`."""
        return self._shape

    @property
    def dtype(self) -> _core.DType:
        """The `DType`."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True if a tensor, or what a spec describes, has this dtype and could have this shape."""
        if not hasattr(spec_or_value, "shape") or not hasattr(spec_or_value, "dtype"):
            spec_or_value = _core.convert_to_tensor(spec_or_value)
        same_dtype = self._dtype == spec_or_value.dtype
        return bool(
            same_dtype and self._shape.is_compatible_with(_core.TensorShape(spec_or_value.shape))
        )

    def is_subtype_of(self, other: Any) -> bool:
        """True if `other` describes every tensor that this does."""
        if not isinstance(other, TensorSpec):
            return False
        named = other.name is None or other.name == self._name
        return bool(named and self._dtype == other.dtype and self._shape.is_subtype_of(other.shape))

    def most_specific_common_supertype(self, others: Any) -> TensorSpec | None:
        """The narrowest spec that describes this and all `others`; None if dtypes differ."""
        specs = [self, *others]
        if not all(isinstance(spec, TensorSpec) and spec.dtype == self._dtype for spec in specs):
            return None
        name = self._name if all(spec.name == self._name for spec in specs) else None
        return TensorSpec(_common_shape([spec.shape for spec in specs]), self._dtype, name)

    def _serialize(self) -> Any:
        return self._shape, self._dtype, self._name

    @property
    def _component_specs(self) -> TensorSpec:
        return self

    def _to_components(self, value: Any) -> Any:
        return value

    def _from_components(self, components: Any) -> Any:
        return components

    def _with_tensor_ranks_only(self) -> TensorSpec:
        rank = self._shape.rank
        return TensorSpec(None if rank is None else [None] * rank, self._dtype, self._name)

    def _without_tensor_names(self) -> TensorSpec:
        return TensorSpec(self._shape, self._dtype)

    def _batch(self, batch_size: int | None) -> TensorSpec:
        return TensorSpec(_core.TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> TensorSpec:
        if self._shape.rank == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        rest = None if self._shape.rank is None else self._shape[1:]
        return TensorSpec(rest, self._dtype)

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorSpec):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (_dimensions(self._shape), self._dtype.name, self._name)

    def _key(self) -> tuple[Any, ...]:
        dimensions = _dimensions(self._shape)
        return None if dimensions is None else tuple(dimensions), self._dtype.name, self._name


def _dimensions(shape: _core.TensorShape) -> list[int | None] | None:
    return None if shape.rank is None else shape.as_list()


def _common_shape(shapes: list[Any]) -> list[int | None] | None:
    """The dimensions on which all agree, None where they do not."""
    dimensions = [_dimensions(shape) for shape in shapes]
    first = dimensions[0]
    if first is None or any(d is None or len(d) != len(first) for d in dimensions):
        return None
    return [sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*dimensions, strict=True)]
