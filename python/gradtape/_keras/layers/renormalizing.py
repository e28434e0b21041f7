"""Batch renormalization (Ioffe, 2017): batches are scaled as the averages of others would have it.

A training step normalizes with the statistics of its batch, then corrects by `r` and `d`, which
lead from them to those of `renorm_mean` and `renorm_stddev`. No gradient goes through the
corrections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..arguments import Argument, Flag, Number

if TYPE_CHECKING:
    from ..base_layer.layer import Layer

_LIMITS = ("rmax", "rmin", "dmax")


class Clipping(Argument[Any, Any]):
    """How far corrections may go: a dict with "rmax", "rmin" or "dmax"; None where they may go."""

    def convert(self, owner: Any, value: Any) -> Any:
        if not owner.renorm:
            return value
        value = value or {}
        if set(value) - set(_LIMITS):
            raise ValueError(
                f"Received invalid keys for `renorm_clipping` argument: {value}. Supported values: "
                f"{_LIMITS}."
            )
        most, least, shift = map(value.get, _LIMITS)
        if most is not None and least is not None and most < least:
            raise ValueError(
                "rmax should be greater than rmin in the `renorm_clipping` argument. Received: "
                f"rmax={most}, rmin={least}."
            )
        if shift is not None and shift < 0:
            raise ValueError(
                "dmax should be non-negative in the `renorm_clipping` argument. Received: "
                f"dmax={shift}."
            )
        return value


class Renormalizing:
    """What a layer over batches has for it, beside `moving_mean` and `moving_variance`."""

    epsilon: Any
    momentum: Any
    beta: Any
    gamma: Any
    moving_mean: Any
    moving_variance: Any
    moving_variance_initializer: Any
    moving_mean_initializer: Any
    renorm: Flag
    renorm_clipping: Any
    renorm_momentum: Number

    def _add_averages(self: Any, size: int) -> None:
        layer: Layer = self

        def deviation(shape: Any, dtype: Any = None) -> Any:
            return _core.sqrt(self.moving_variance_initializer(shape, dtype=dtype))

        kinds = [
            ("moving_stddev", deviation),
            ("renorm_mean", self.moving_mean_initializer),
            ("renorm_stddev", deviation),
        ]
        for name, initializer in kinds:
            weight = layer.add_weight(name, [size], initializer=initializer, trainable=False)
            setattr(layer, name, weight)

    def _renormalized(self: Any, values: Any, mean: Any, variance: Any) -> Any:
        """The batch, channels last, normalized and corrected; averages follow."""
        deviation = _core.sqrt(variance + self.epsilon)
        usual = _core.maximum(self.renorm_stddev, self.epsilon**0.5)
        limit = self.renorm_clipping.get
        scale, shift = deviation / usual, (mean - self.renorm_mean) / usual
        if limit("rmin") is not None:
            scale = _core.maximum(scale, float(limit("rmin")))
        if limit("rmax") is not None:
            scale = _core.minimum(scale, float(limit("rmax")))
        if limit("dmax") is not None:
            shift = _core.clip_by_value(shift, -float(limit("dmax")), float(limit("dmax")))
        scale, shift = _core.stop_gradient(scale), _core.stop_gradient(shift)
        if self.gamma is not None:
            scale, shift = scale * self.gamma, shift * self.gamma
        offset = shift if self.beta is None else shift + self.beta
        self._follow_renormalized(mean, deviation)
        return _core.batch_normalization(values, mean, variance, offset, scale, self.epsilon)

    def _follow_renormalized(self: Any, mean: Any, deviation: Any) -> None:
        with _core.stop_recording_all():
            for name, value, momentum in [
                ("renorm_mean", mean, self.renorm_momentum),
                ("renorm_stddev", deviation, self.renorm_momentum),
                ("moving_mean", mean, self.momentum),
                ("moving_stddev", deviation, self.momentum),
            ]:
                average = getattr(self, name)
                average.assign(average * momentum + value * (1.0 - momentum))
            square = _core.square(self.moving_stddev) - self.epsilon
            self.moving_variance.assign(_core.relu(square))
