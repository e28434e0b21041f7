"""`VariableSpec`: what a variable looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .described_specs import CompositeSpec

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike


class VariableSpec(CompositeSpec):
    """The shape and dtype of a variable, whether it is trainable, and which of equal ones it is."""

    value_type = _core.Variable

    def __init__(
        self,
        shape: ShapeLike,
        dtype: DTypeLike = _core.float32,
        trainable: bool = True,
        alias_id: int | None = None,
    ) -> None:
        super().__init__(shape, dtype)
        self.trainable, self.alias_id = trainable, alias_id

    @classmethod
    def from_value(cls, value: Any) -> VariableSpec:
        """The spec of a variable."""
        return cls(value.shape, value.dtype, value.trainable)

    def _to_components(self, value: Any) -> Any:
        return [value]

    def _from_components(self, components: Any) -> Any:
        return components[0]

    def _described(self) -> tuple[Any, ...]:
        return *super()._described(), self.trainable, self.alias_id

    def __repr__(self) -> str:
        names = ("shape", "dtype", "trainable", "alias_id")
        said = zip(names, self._described(), strict=True)
        shown = [f"{key}={value}" if key == "shape" else f"{key}={value!r}" for key, value in said]
        return f"VariableSpec({', '.join(shown)})"
