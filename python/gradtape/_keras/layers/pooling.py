"""Pooling: the largest or the mean of windows, or of whole images."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..base_layer.input_spec import InputSpec
from ..base_layer.layer import Layer
from .spatial import FORMATS, format_name, padding_name, sizes, spatial_axes


class _Pooling(Layer):
    """A window that moves by its own size unless `strides` says otherwise."""

    _axes = 2
    _pool: Any = None

    def __init__(
        self,
        pool_size: Any = 2,
        strides: Any = None,
        padding: str = "valid",
        data_format: str | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        self.pool_size = sizes("pool_size", pool_size, self._axes)
        self.strides = sizes("strides", pool_size if strides is None else strides, self._axes)
        self.padding = padding_name(padding)
        self.data_format = format_name(data_format)
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def call(self, inputs: Any) -> Any:
        return type(self)._pool(
            inputs,
            self.pool_size,
            self.strides,
            self.padding.upper(),
            FORMATS[self.data_format][self._axes - 1],
        )

    def get_config(self) -> dict[str, Any]:
        own = {"pool_size": self.pool_size, "padding": self.padding, "strides": self.strides}
        return {**super().get_config(), **own, "data_format": self.data_format}


class MaxPooling1D(_Pooling):
    """The largest of each window of sequences `[batch, length, channels]`."""

    _axes = 1
    _pool = staticmethod(_core.max_pool1d)


class MaxPooling2D(_Pooling):
    """The largest of each window of images `[batch, height, width, channels]`.

    Of equal numbers the first gets the whole gradient. `data_format="channels_first"` has the
    channels behind the batch.

    >>> import gradtape as tf
    >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> tf.keras.layers.MaxPooling2D()(x).numpy().ravel().tolist()
    [5.0, 7.0, 13.0, 15.0]
    """

    _pool = staticmethod(_core.max_pool2d)


class MaxPooling3D(_Pooling):
    """The largest of each window of volumes `[batch, depth, height, width, channels]`."""

    _axes = 3
    _pool = staticmethod(_core.max_pool3d)


class AveragePooling1D(_Pooling):
    """The mean of each window of sequences `[batch, length, channels]`."""

    _axes = 1
    _pool = staticmethod(_core.avg_pool1d)


class AveragePooling2D(_Pooling):
    """The mean of each window of images `[batch, height, width, channels]`; padding is not counted.

    >>> import gradtape as tf
    >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    >>> tf.keras.layers.AveragePooling2D()(x).numpy().ravel().tolist()
    [2.5, 4.5, 10.5, 12.5]
    """

    _pool = staticmethod(_core.avg_pool2d)


class AveragePooling3D(_Pooling):
    """The mean of each window of volumes `[batch, depth, height, width, channels]`."""

    _axes = 3
    _pool = staticmethod(_core.avg_pool3d)


class _GlobalPooling(Layer):
    """One number for each image and channel; the spatial axes stay, with length 1, on demand."""

    _axes = 2
    _reduce: Any = None

    def __init__(
        self, data_format: str | None = None, keepdims: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.data_format = format_name(data_format)
        self.keepdims = keepdims
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def call(self, inputs: Any) -> Any:
        axes = spatial_axes(self.data_format, self._axes)
        return type(self)._reduce(inputs, axes, self.keepdims)

    def get_config(self) -> dict[str, Any]:
        own = {"data_format": self.data_format, "keepdims": self.keepdims}
        return {**super().get_config(), **own}


class GlobalAveragePooling1D(_GlobalPooling):
    """The mean of each channel of sequences `[batch, length, channels]`."""

    _axes = 1
    _reduce = staticmethod(_core.reduce_mean)


class GlobalAveragePooling2D(_GlobalPooling):
    """The mean of each channel of images `[batch, height, width, channels]`.

    >>> import gradtape as tf
    >>> tf.keras.layers.GlobalAveragePooling2D()(tf.ones([2, 4, 4, 3])).shape
    TensorShape([2, 3])
    """

    _reduce = staticmethod(_core.reduce_mean)


class GlobalAveragePooling3D(_GlobalPooling):
    """The mean of each channel of volumes `[batch, depth, height, width, channels]`."""

    _axes = 3
    _reduce = staticmethod(_core.reduce_mean)


class GlobalMaxPooling1D(_GlobalPooling):
    """The largest number of each channel of sequences `[batch, length, channels]`."""

    _axes = 1
    _reduce = staticmethod(_core.reduce_max)


class GlobalMaxPooling2D(_GlobalPooling):
    """The largest number of each channel of images `[batch, height, width, channels]`.

    Equal ones share the gradient.

    >>> import gradtape as tf
    >>> tf.keras.layers.GlobalMaxPooling2D(keepdims=True)(tf.ones([2, 4, 4, 3])).shape
    TensorShape([2, 1, 1, 3])
    """

    _reduce = staticmethod(_core.reduce_max)


class GlobalMaxPooling3D(_GlobalPooling):
    """The largest number of each channel of volumes `[batch, depth, height, width, channels]`."""

    _axes = 3
    _reduce = staticmethod(_core.reduce_max)


MaxPool1D, MaxPool2D, MaxPool3D = MaxPooling1D, MaxPooling2D, MaxPooling3D
AvgPool1D, AvgPool2D, AvgPool3D = AveragePooling1D, AveragePooling2D, AveragePooling3D
GlobalAvgPool1D, GlobalAvgPool2D = GlobalAveragePooling1D, GlobalAveragePooling2D
GlobalMaxPool1D, GlobalMaxPool2D = GlobalMaxPooling1D, GlobalMaxPooling2D
