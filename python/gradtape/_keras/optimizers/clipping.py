"""Limits on gradients before a step: each norm, the norm of all, or each element.

Under Keras 2 rows of one place are added up behind the limits, before any rule sees them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._autodiff import clipping
from ..._autodiff.indexed_slices import IndexedSlices
from ..._runtime.versions import is_keras_2_asked_for

if TYPE_CHECKING:
    from ..._typing import TensorLike


class Clipping:
    """At most one of the three limits; `ValueError` for more."""

    def __init__(
        self, clipnorm: float | None, clipvalue: float | None, global_clipnorm: float | None
    ) -> None:
        if sum(limit is not None for limit in (clipnorm, clipvalue, global_clipnorm)) > 1:
            raise ValueError(
                "Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: "
                f"clipnorm={clipnorm}, clipvalue={clipvalue}, global_clipnorm={global_clipnorm}"
            )
        self.clipnorm, self.clipvalue, self.global_clipnorm = clipnorm, clipvalue, global_clipnorm
        self._joins_rows = is_keras_2_asked_for()

    @property
    def active(self) -> bool:
        """Whether there is something to do."""
        return self._joins_rows or not (
            self.clipnorm is None and self.clipvalue is None and self.global_clipnorm is None
        )

    def clip(self, grads: list[Any]) -> list[Any]:
        """The gradients within the limit."""
        limited = self._limited(grads)
        return [joined(grad) for grad in limited] if self._joins_rows else limited

    def _limited(self, grads: list[Any]) -> list[Any]:
        if self.clipnorm is not None and self.clipnorm > 0:
            return [clipping.clip_by_norm(grad, self.clipnorm) for grad in grads]
        if self.global_clipnorm is not None and self.global_clipnorm > 0:
            clipped, _ = clipping.clip_by_global_norm(grads, self.global_clipnorm)
            return [_core.convert_to_tensor(grad) for grad in clipped]  # Keras adds rows up here
        if self.clipvalue is not None and self.clipvalue > 0:
            return [_clip_elements(grad, self.clipvalue) for grad in grads]
        return grads

    def get_config(self) -> dict[str, float | None]:
        """The limits by name."""
        return {key: getattr(self, key) for key in ("clipnorm", "global_clipnorm", "clipvalue")}


def _limit(name: str, says: str) -> Any:
    """An attribute of an optimizer that is one of its limits."""
    return property(
        lambda self: getattr(self._clipping, name),
        lambda self, value: _set_limit(self, name, value),
        doc=says,
    )


def _set_limit(optimizer: Any, name: str, value: float | None) -> None:
    """Change a limit, also of an optimizer that is about to be made."""
    limits = vars(optimizer).setdefault("_clipping", Clipping(None, None, None))
    setattr(limits, name, value)


class Clips:
    """Mixin of `Optimizer`: its limits as attributes, which a program may change between steps."""

    _clipping = Clipping(None, None, None)

    clipnorm: float | None = _limit("clipnorm", "The limit of the norm of each gradient.")
    clipvalue: float | None = _limit("clipvalue", "The limit of each element.")
    global_clipnorm: float | None = _limit("global_clipnorm", "The limit of the norm of all.")

    def _clip_gradients(self, grads: list[Any]) -> list[Any]:
        """The gradients within the limits; None stays None."""
        given = iter(self._clipping.clip([grad for grad in grads if grad is not None]))
        return [None if grad is None else next(given) for grad in grads]


def joined(grad: Any) -> Any:
    """The gradient with one row for each place."""
    if not isinstance(grad, IndexedSlices):
        return grad
    values, places = summed_by_row(grad.values, grad.indices)
    return IndexedSlices(values, places, grad.dense_shape)


def summed_by_row(values: Any, indices: Any) -> tuple[_core.Tensor, _core.Tensor]:
    """The rows of a gradient, those of one place added up, and their places."""
    places, group = _core.unique(indices)
    return _core.unsorted_segment_sum(values, group, places.shape[0]), places


def _clip_elements(grad: TensorLike, limit: float) -> Any:
    if isinstance(grad, IndexedSlices):
        return IndexedSlices(_clip_elements(grad.values, limit), grad.indices, grad.dense_shape)
    return _core.clip_by_value(grad, -limit, limit)
