"""BatchNormalization and LayerNormalization."""

from __future__ import annotations

from typing import Any

from ... import _core
from .. import constraints, initializers, regularizers
from ..base_layer.input_spec import InputSpec
from ..base_layer.layer import Layer


class _Normalization(Layer):
    """What both have: a scale `gamma` and an offset `beta` along the normalized axes."""

    def __init__(
        self,
        axis: Any,
        epsilon: float,
        center: bool,
        scale: bool,
        options: dict[str, Any],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.axis, self.epsilon, self.center, self.scale = axis, epsilon, center, scale
        for key in ("beta", "gamma"):
            setattr(self, f"{key}_initializer", initializers.get(options[f"{key}_initializer"]))
            setattr(self, f"{key}_regularizer", regularizers.get(options[f"{key}_regularizer"]))
            setattr(self, f"{key}_constraint", constraints.get(options[f"{key}_constraint"]))

    def _add_scale_and_offset(self, shape: list[int]) -> None:
        self.gamma = self._add("gamma", shape) if self.scale else None
        self.beta = self._add("beta", shape) if self.center else None

    def _add(self, key: str, shape: list[int]) -> Any:
        return self.add_weight(
            key,
            shape,
            initializer=getattr(self, f"{key}_initializer"),
            regularizer=getattr(self, f"{key}_regularizer"),
            constraint=getattr(self, f"{key}_constraint"),
        )

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        for key in ("axis", "epsilon", "center", "scale"):
            config[key] = getattr(self, key)
        for key in ("beta", "gamma"):
            for kind in ("initializer", "regularizer", "constraint"):
                config[f"{key}_{kind}"] = initializers.serialize(getattr(self, f"{key}_{kind}"))
        return config


class BatchNormalization(_Normalization):
    """Normalizes each channel along `axis` over all other axes (Ioffe and Szegedy, 2015).

    In training, with the mean and the (biased) variance of the batch, and the moving averages
    become `momentum * average + (1 - momentum) * statistic`; otherwise, and if the layer is not
    trainable, with those averages.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.BatchNormalization()
    >>> y = layer(tf.constant([[1.0], [3.0]]), training=True)
    >>> [round(float(x), 2) for x in (y[0, 0], y[1, 0], layer.moving_mean[0])]
    [-1.0, 1.0, 0.02]
    """

    def __init__(
        self,
        axis: int = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        moving_mean_initializer: Any = "zeros",
        moving_variance_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = {
            key: value for key, value in locals().items() if key.startswith(("beta", "gamma"))
        }
        super().__init__(axis, epsilon, center, scale, options, **kwargs)
        self.momentum = momentum
        self.moving_mean_initializer = initializers.get(moving_mean_initializer)
        self.moving_variance_initializer = initializers.get(moving_variance_initializer)

    def build(self, input_shape: Any) -> None:
        size = input_shape[self.axis]
        self._add_scale_and_offset([size])
        self.moving_mean = self.add_weight(
            "moving_mean", [size], initializer=self.moving_mean_initializer, trainable=False
        )
        self.moving_variance = self.add_weight(
            "moving_variance", [size], initializer=self.moving_variance_initializer, trainable=False
        )
        self.input_spec = InputSpec(ndim=input_shape.rank, axes={self.axis: size})
        self.built = True

    def call(self, inputs: Any, training: bool | None = None) -> Any:
        rank = inputs.shape.rank
        channel = self.axis % rank
        if training and self.trainable:
            return self._with_own_statistics(inputs, channel)
        mean, variance = self.moving_mean, self.moving_variance
        shape = [1] * rank
        shape[channel] = inputs.shape[channel]
        mean, variance, beta, gamma = (
            _along(value, shape, channel == rank - 1)
            for value in (mean, variance, self.beta, self.gamma)
        )
        return _core.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)

    def _with_own_statistics(self, inputs: Any, channel: int) -> Any:
        rank = inputs.shape.rank
        is_last = channel == rank - 1
        order = [*(axis for axis in range(rank) if axis != channel), channel]
        values = inputs if is_last else _core.transpose(inputs, order)
        y, mean, variance = _core._fused_batch_norm(values, self.gamma, self.beta, self.epsilon)
        self._follow(self.moving_mean, mean)
        self._follow(self.moving_variance, variance)
        return y if is_last else _core.transpose(y, sorted(range(rank), key=order.__getitem__))

    def _follow(self, average: Any, value: Any) -> None:
        with _core.stop_recording_all():
            average.assign_sub((average - value) * (1.0 - self.momentum))

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "momentum": self.momentum}
        for key in ("moving_mean_initializer", "moving_variance_initializer"):
            config[key] = initializers.serialize(getattr(self, key))
        return config


def _along(value: Any, shape: list[int], is_last: bool) -> Any:
    """A vector laid along the channels' axis; as it is when that is the last one, or for None."""
    return value if value is None or is_last else _core.reshape(value, shape)


class LayerNormalization(_Normalization):
    """Normalizes each example over `axis`, one axis or several (Ba and others, 2016)."""

    def __init__(
        self,
        axis: Any = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        options = {
            key: value for key, value in locals().items() if key.startswith(("beta", "gamma"))
        }
        super().__init__(axis, epsilon, center, scale, options, **kwargs)

    def _axes(self, rank: int) -> list[int]:
        axes = self.axis if isinstance(self.axis, (list, tuple)) else [self.axis]
        return sorted(axis % rank for axis in axes)

    def build(self, input_shape: Any) -> None:
        self._add_scale_and_offset([input_shape[axis] for axis in self._axes(input_shape.rank)])
        self.built = True

    def call(self, inputs: Any) -> Any:
        rank = inputs.shape.rank
        axes = self._axes(rank)
        if axes == list(range(axes[0], rank)):
            return _core._layer_normalization(inputs, self.gamma, self.beta, axes[0], self.epsilon)
        mean, variance = _core.moments(inputs, axes, keepdims=True)
        shape = [inputs.shape[axis] if axis in axes else 1 for axis in range(rank)]
        is_last = axes == [rank - 1]
        beta, gamma = _along(self.beta, shape, is_last), _along(self.gamma, shape, is_last)
        return _core.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)
