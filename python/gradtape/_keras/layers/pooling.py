"""Pooling: the largest or the mean of windows, or of whole images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Flag, argument
from ..base_layer.input_spec import InputSpec
from ..base_layer.layer import Layer
from ..base_layer.options import LayerOptions
from .spatial import FORMATS, DataFormat, Padding, Sizes, sizes, spatial_axes

if TYPE_CHECKING:
    from ..._typing import TensorLike


class Strides(Argument[int | Sequence[int] | None, tuple[int, ...]]):
    """How far the window moves; None is its own size."""

    def convert(self, owner: Any, value: int | Sequence[int] | None) -> tuple[int, ...]:
        return owner.pool_size if value is None else sizes(self.name, value, owner._axes)


_SHOWN = ("pool_size", "strides", "padding", "data_format", "name")


class _Pooling(Layer, LayerOptions, first=_SHOWN):
    """A window that moves by its own size unless `strides` says otherwise."""

    _starts_built = _computes_narrow = _takes_any_batch = True
    _axes = 2
    _paddings = ("valid", "same")
    _pool: ClassVar[Any] = None

    pool_size: Sizes = argument(default=2)
    strides: Strides = argument(default=None)
    padding: Padding = argument(default="valid")
    data_format: DataFormat = argument(default=None)

    def _initialize(self) -> None:
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        return type(self)._pool(
            inputs,
            self.pool_size,
            self.strides,
            self.padding.upper(),
            FORMATS[self.data_format][self._axes - 1],
        )


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


def _mean(inputs: _core.Tensor, axes: Any, keepdims: bool) -> _core.Tensor:
    """The mean, which of whole numbers is a fraction; Keras 3 takes 16-bit floats in `float32`."""
    wide = inputs.dtype.is_floating and inputs.dtype.size < 4 and not is_keras_2_asked_for()
    values = _core.cast(inputs, _core.float32) if wide or inputs.dtype.is_integer else inputs
    mean = _core.reduce_mean(values, axes, keepdims)
    return _core.cast(mean, inputs.dtype) if wide else mean


class _GlobalPooling(Layer, LayerOptions):
    """One number for each image and channel; the spatial axes stay, with length 1, on demand."""

    _starts_built = _computes_narrow = _takes_any_batch = True
    _axes = 2
    _reduce: ClassVar[Any] = None

    data_format: DataFormat = argument(default=None)
    keepdims: Flag = argument(default=False)

    def _initialize(self) -> None:
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        axes = spatial_axes(self.data_format, self._axes)
        return type(self)._reduce(inputs, axes, self.keepdims)


class GlobalAveragePooling1D(_GlobalPooling):
    """The mean of each channel of sequences `[batch, length, channels]`.

    Steps that a mask hides do not count; the mean of none is NaN.
    """

    _axes = 1
    _reduce = staticmethod(_mean)
    supports_masking = True

    def call(self, inputs: _core.Tensor, mask: TensorLike | None = None) -> _core.Tensor:
        if mask is None:
            return super().call(inputs)
        (along,) = spatial_axes(self.data_format, 1)
        steps = _core.expand_dims(_core.cast(mask, inputs.dtype), 3 - along)
        total = _core.reduce_sum(inputs * steps, along, self.keepdims)
        return total / _core.reduce_sum(steps, along, self.keepdims)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> None:
        """None: no steps are left."""


class GlobalAveragePooling2D(_GlobalPooling):
    """The mean of each channel of images `[batch, height, width, channels]`.

    >>> import gradtape as tf
    >>> tf.keras.layers.GlobalAveragePooling2D()(tf.ones([2, 4, 4, 3])).shape
    TensorShape([2, 3])
    """

    _reduce = staticmethod(_mean)


class GlobalAveragePooling3D(_GlobalPooling):
    """The mean of each channel of volumes `[batch, depth, height, width, channels]`."""

    _axes = 3
    _reduce = staticmethod(_mean)


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
GlobalAvgPool3D, GlobalMaxPool3D = GlobalAveragePooling3D, GlobalMaxPooling3D
