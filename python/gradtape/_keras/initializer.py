"""`Initializer`, the base of what weights start with, and the table of them by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .arguments import config_of
from .lookup import Registry

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike

registry = Registry("initializer", may_be_replaced=True, of_classes=True)


class Initializer:
    """Base of the initializers; a subclass defines `__call__(shape, dtype=None)` and `get_config`.

    >>> import gradtape as tf
    >>> tf.keras.initializers.get("zeros")([2]).numpy().tolist()
    [0.0, 0.0]
    """

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> Any:
        raise NotImplementedError("Initializer subclasses must implement `__call__()`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal initializer."""
        return config_of(self)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Initializer:
        """The initializer with these arguments."""
        return cls(**config)

    def clone(self) -> Initializer:
        """An equal initializer, which draws the same numbers as this one did at first."""
        return type(self).from_config(self.get_config())


def filled(value: _core.Tensor, shape: ShapeLike) -> _core.Tensor:
    """The value all over a shape; as many elements in another shape are taken in their order."""
    whole = _core.TensorShape(shape)
    if value.shape.num_elements() == whole.num_elements():
        return _core.reshape(value, whole)
    return _core.identity(_core.broadcast_to(value, whole))
