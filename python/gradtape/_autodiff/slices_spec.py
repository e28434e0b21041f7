"""`IndexedSlicesSpec`: what rows of a larger tensor look like, without their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure.tensor_spec import TypeSpec
from .indexed_slices import IndexedSlices

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike


class IndexedSlicesSpec(TypeSpec):
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
        self._shape, self._dtype = _core.TensorShape(shape), _core.as_dtype(dtype)
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

    @property
    def shape(self) -> _core.TensorShape:
        """The shape of the whole tensor."""
        return self._shape

    @property
    def dtype(self) -> _core.DType:
        """The dtype of the rows."""
        return self._dtype

    def _described(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._indices, self._dense_shape, self._places

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """True if slices, or what a spec of them describes, have this dtype and could have this
        shape."""
        if not isinstance(spec_or_value, IndexedSlices | IndexedSlicesSpec):
            return False
        same = self._dtype == spec_or_value.dtype
        return bool(same and self._shape.is_compatible_with(spec_or_value.shape))
