"""Private names of Keras 2's layers that programs of its time use in layers of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core

if TYPE_CHECKING:
    from ..mixed_precision import DTypePolicy


class Keras2Names:
    """Mixin of `Layer`.

    >>> import gradtape as tf
    >>> tf.keras.layers.Dense(2)._compute_dtype
    'float32'
    """

    _policy: DTypePolicy

    @property
    def _dtype_policy(self) -> DTypePolicy:
        return self._policy

    @property
    def _compute_dtype(self) -> str:
        return self._policy.compute_dtype

    @property
    def _compute_dtype_object(self) -> _core.DType:
        return _core.as_dtype(self._policy.compute_dtype)
