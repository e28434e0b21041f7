"""Statistics of a batch that a class derived from `BatchNormalization` computes by itself.

Both Kerases ask `_moments` for them, with other arguments; Keras 2 asks `_calculate_mean_and_var`
within, and lets `_assign_moving_average` move the averages. Where it computes all by one operation
it asks none of these, so that a class that replaces them says `fused=False`.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..base_layer.calling import current_call
from ..settings import phase
from .joint_batches import moments_of_shown


class OwnStatistics:
    """Mixin of `BatchNormalization`."""

    _axes: Any
    _dtype: Any

    def _replaces_statistics(self) -> bool:
        own, base = type(self), OwnStatistics
        if own._moments is not base._moments:
            return True
        inner = own._calculate_mean_and_var is not base._calculate_mean_and_var
        return inner and is_keras_2_asked_for()

    def _asked_statistics(self: Any, inputs: Any, mask: Any) -> tuple[Any, Any]:
        """The mean and the variance of each channel, as the derived class has them."""
        if not is_keras_2_asked_for():
            return self._moments(inputs, mask)
        return self._moments(inputs, self._averaged_axes(inputs), keep_dims=False, mask=mask)

    def _averaged_axes(self, inputs: Any) -> list[int]:
        rank = inputs.shape.rank
        channels = {axis % rank for axis in self._axes}
        return [axis for axis in range(rank) if axis not in channels]

    def _moments(self, inputs: Any, *told: Any, **named: Any) -> tuple[Any, Any]:
        """In Keras 3 of `inputs` and a `mask`, in Keras 2 with `reduction_axes`, `keep_dims`."""
        if is_keras_2_asked_for():
            return self._calculate_mean_and_var(inputs, *told, **named)
        mask = named["mask"] if "mask" in named else told[0]
        return _statistics(inputs, self._averaged_axes(inputs), False, mask)

    def _calculate_mean_and_var(
        self, inputs: Any, reduction_axes: Any, keep_dims: bool, mask: Any = None
    ) -> tuple[Any, Any]:
        return _statistics(inputs, list(reduction_axes), keep_dims, mask)

    def _assign_moving_average(
        self, variable: Any, value: Any, momentum: Any, inputs_size: Any = None
    ) -> Any:
        return variable.assign_sub((variable - value) * (1.0 - momentum))

    def _assign_new_value(self, variable: Any, value: Any) -> Any:
        return variable.assign(value)

    def _get_training_value(self: Any, training: Any = None) -> Any:
        """Keras 2: the mode that a call without one has; a layer that is frozen does not train."""
        if not self.trainable:
            return False
        if training is None:
            call = current_call()
            training = bool(phase[0] if call is None else call.training)
        return bool(training) if isinstance(training, int) else training

    @property
    def _param_dtype(self) -> str:
        """The dtype of weights and statistics, which is not below float32."""
        narrow = _core.float16, _core.bfloat16
        return "float32" if self._dtype in narrow else self._dtype.name


def _statistics(inputs: Any, axes: list[int], keep_dims: bool, mask: Any) -> tuple[Any, Any]:
    if mask is None:
        mean, variance = _core.moments(inputs, axes, keepdims=keep_dims)
        return mean, variance
    mean, variance = moments_of_shown(inputs, axes, mask)
    if keep_dims:
        return mean, variance
    return _core.squeeze(mean, axes), _core.squeeze(variance, axes)
