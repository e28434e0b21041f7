"""Specs that are told by what they were made with: the base of all but `TensorSpec`.

Invariant: immutable, equal and hashed as they are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .type_spec import TypeSpec

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike


class DescribedSpec(TypeSpec):
    """A spec that says what it was made with."""

    def _described(self) -> tuple[Any, ...]:
        return ()

    def _serialize(self) -> Any:
        return self._described()

    @property
    def _component_specs(self) -> Any:
        return self  # a kind that is taken apart says so

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._described()))})"


class NoneTensorSpec(DescribedSpec):
    """What None looks like, where a tensor might be.

    >>> tf.NoneTensorSpec().is_compatible_with(None)
    True
    """

    value_type = type(None)

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True of None, and of another of this kind."""
        return spec_or_value is None or isinstance(spec_or_value, NoneTensorSpec)


class CompositeSpec(DescribedSpec):
    """What is made of several tensors looks like: a shape and a dtype."""

    value_type: type

    def __init__(self, shape: ShapeLike = None, dtype: DTypeLike = _core.float32) -> None:
        self._shape = _core.TensorShape(shape)
        self._dtype = _core.as_dtype(dtype)

    @property
    def shape(self) -> _core.TensorShape:
        """The `TensorShape` of the whole, None for what is open."""
        return self._shape

    @property
    def dtype(self) -> _core.DType:
        """The dtype of the values."""
        return self._dtype

    def _described(self) -> tuple[Any, ...]:
        return self._shape, self._dtype

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True if a value, or what a spec of this kind describes, has this dtype and could have
        this shape."""
        kinds: tuple[Any, ...] = (self.value_type, type(self))
        if not isinstance(spec_or_value, kinds):
            return False
        same = self._dtype == spec_or_value.dtype
        return bool(same and self._shape.is_compatible_with(spec_or_value.shape))
