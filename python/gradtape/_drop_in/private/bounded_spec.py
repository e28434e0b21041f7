"""`BoundedTensorSpec` of `tensorflow.python.framework.tensor_spec`: a spec with bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._structure.tensor_spec import TensorSpec

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike


class BoundedTensorSpec(TensorSpec):
    """What a tensor looks like whose values are between two bounds, which broadcast to its shape.

    >>> from gradtape._drop_in.private.bounded_spec import BoundedTensorSpec
    >>> spec = BoundedTensorSpec([3], tf.float32, 0.0, [1.0, 2.0, 3.0])
    >>> float(spec.minimum), spec.maximum.tolist()
    (0.0, [1.0, 2.0, 3.0])
    """

    __slots__ = ("_maximum", "_minimum")

    def __init__(
        self,
        shape: ShapeLike,
        dtype: DTypeLike,
        minimum: Any,
        maximum: Any,
        name: str | None = None,
    ) -> None:
        super().__init__(shape, dtype, name)
        if minimum is None:
            raise ValueError("`minimum` can not be None.")
        if maximum is None:
            raise ValueError("`maximum` can not be None.")
        self._minimum, self._maximum = (self._bound(each) for each in (minimum, maximum))

    def _bound(self, value: Any) -> Any:
        bound = np.array(value, dtype=self.dtype.as_numpy_dtype)
        if self.shape.is_fully_defined():
            np.broadcast_shapes(bound.shape, tuple(self.shape.as_list()))
        bound.setflags(write=False)
        return bound

    @property
    def minimum(self) -> Any:
        """The least that a value may be, as an array."""
        return self._minimum

    @property
    def maximum(self) -> Any:
        """The most that a value may be, as an array."""
        return self._maximum

    @classmethod
    def from_spec(cls, spec: TensorSpec, name: str | None = None) -> BoundedTensorSpec:
        """The spec with its bounds; one without them has those of its dtype."""
        dtype = _core.as_dtype(spec.dtype)
        low, high = getattr(spec, "minimum", dtype.min), getattr(spec, "maximum", dtype.max)
        return cls(spec.shape, dtype, low, high, name or spec.name)

    def _serialize(self) -> Any:
        bounds = (self._minimum.tolist(), self._maximum.tolist())
        return self.shape, self.dtype, *bounds, self.name

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r}, "
            f"minimum={self._minimum!r}, maximum={self._maximum!r})"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoundedTensorSpec):
            return NotImplemented
        same = np.array_equal(self._minimum, other._minimum)
        return (
            super().__eq__(other) is True and same and np.array_equal(self._maximum, other._maximum)
        )

    def __hash__(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> Any:
        shape, _, low, high, name = self._serialize()
        sizes = None if shape.rank is None else shape.as_list()
        return BoundedTensorSpec, (sizes, self.dtype.name, low, high, name)
