"""`IndexedSlicesSpec`: what rows of a larger tensor look like, without their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure.described_specs import CompositeSpec
from .indexed_slices import IndexedSlices

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike


class IndexedSlicesSpec(CompositeSpec):
    """What `IndexedSlices` look like: the shape of the whole tensor, and the dtypes of its parts.

    >>> spec = tf.IndexedSlicesSpec([3, 1])
    >>> spec.is_compatible_with(tf.IndexedSlices(tf.ones([1, 1]), tf.constant([0]), [3, 1]))
    True
    """

    value_type = IndexedSlices

    def __init__(
        self, shape: ShapeLike = None, dtype: DTypeLike = _core.float32,
        indices_dtype: DTypeLike = _core.int64, dense_shape_dtype: DTypeLike = None,
        indices_shape: ShapeLike = None,
    ) -> None:  # fmt: skip
        super().__init__(shape, dtype)
        self._indices = _core.as_dtype(indices_dtype)
        given = dense_shape_dtype
        self._dense_shape = None if given is None else _core.as_dtype(given)
        self._places = _core.TensorShape([None] if indices_shape is None else indices_shape)

    @classmethod
    def from_value(cls, value: IndexedSlices) -> IndexedSlicesSpec:
        """The spec of slices."""
        given = None if value.dense_shape is None else value.dense_shape.dtype
        kinds = (value.values.dtype, value.indices.dtype, given)
        return cls(value.shape, *kinds, value.indices.shape)

    def _described(self) -> tuple[Any, ...]:
        return *super()._described(), self._indices, self._dense_shape, self._places
