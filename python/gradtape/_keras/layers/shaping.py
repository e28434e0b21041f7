"""Layers that move elements: repetition, permutation, padding, cropping, enlarging."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import _core
from ..._images.sizes import resize
from ..._sparse.arranging import transpose
from ..._sparse.tensor import SparseTensor
from ..arguments import Argument, argument
from ..base_layer.input_spec import InputSpec
from ..base_layer.layer import Layer
from ..base_layer.options import Count, LayerOptions
from .spatial import DataFormat, spatial_axes


class RepeatVector(Layer, LayerOptions):
    """`[batch, features]` repeated `n` times: `[batch, n, features]`."""

    n: Count = argument()

    def _initialize(self) -> None:
        self.input_spec = InputSpec(ndim=2)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        return _core.tile(_core.expand_dims(inputs, 1), [1, self.n, 1])


class Order(Argument[Sequence[int], tuple[int, ...]]):
    """The axes behind the batch, counted from 1, in a new order."""

    def convert(self, owner: Any, value: Sequence[int]) -> tuple[int, ...]:
        order = tuple(_core.entries(value, self.name))
        if sorted(order) != list(range(1, len(order) + 1)):
            raise ValueError(
                "Invalid permutation argument `dims` for Permute Layer. The set of indices in "
                f"`dims` must be consecutive and start from 1. Received dims={value}"
            )
        return order


class Permute(Layer, LayerOptions):
    """The axes behind the batch in the order of `dims`, which counts them from 1."""

    dims: Order = argument()

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        turned = transpose if isinstance(inputs, SparseTensor) else _core.transpose
        return turned(inputs, perm=[0, *self.dims])


Margins = tuple[tuple[int, int], ...]


class Amounts(Argument[Any, Margins]):
    """Before and behind each spatial axis: one number, one for each axis, or pairs.

    `ValueError` for what is none of these, and for amounts below 0.
    """

    def convert(self, owner: Any, value: Any) -> Margins:
        axes = owner._axes
        if axes == 1 and not (isinstance(value, (list, tuple)) and _holds_pair(value)):
            return (_pair(value, self.name),)  # of the only axis
        if isinstance(value, int):
            return (_pair(value, self.name),) * axes
        if not hasattr(value, "__len__"):
            raise ValueError(
                f"`{self.name}` should be either an int, a tuple of {axes} ints, or a tuple of "
                f"{axes} tuples of 2 ints. Received: {self.name}={value}."
            )
        if len(value) != axes:
            number = "two" if axes == 2 else axes
            raise ValueError(
                f"`{self.name}` should have {number} elements. Received: {self.name}={value}."
            )
        return tuple(
            _pair(entry, f"{place} entry of {self.name}")
            for entry, place in zip(value, ("1st", "2nd", "3rd"), strict=False)
        )


def _holds_pair(value: Any) -> bool:
    return len(value) == 1 and isinstance(value[0], (list, tuple))


def _pair(value: Any, name: str) -> tuple[int, int]:
    """Two amounts, or one twice."""
    told = f"The `{name}` argument must be a tuple of 2 integers. Received {name}={value}"
    pair = (value, value) if isinstance(value, (int, np.integer)) else value
    if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) != 2:
        raise ValueError(told)
    try:
        before, behind = (operator.index(entry) for entry in pair)
    except TypeError:
        raise ValueError(told) from None
    below = {entry for entry in (before, behind) if entry < 0}
    if below:
        raise ValueError(f"{told}, including values {below} that do not satisfy `value >= 0`")
    return before, behind


class _Spatial(Layer):
    """A layer over `_axes` spatial axes."""

    _takes_any_batch = True
    _axes = 2
    data_format: Any = "channels_last"

    def _spatial(self) -> list[int]:
        return spatial_axes(self.data_format, self._axes)


class _ZeroPadding(_Spatial):
    padding: Any

    def _initialize(self) -> None:
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        amounts = [[0, 0] for _ in range(self._axes + 2)]
        for axis, pair in zip(self._spatial(), self.padding, strict=True):
            amounts[axis] = list(pair)
        return _core.pad(inputs, amounts)


class ZeroPadding1D(_ZeroPadding, LayerOptions):
    """Zeros before and behind sequences `[batch, steps, channels]`."""

    _axes = 1
    padding: Amounts = argument(default=1)
    data_format: DataFormat = argument(default=None)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        return {**config, "padding": config["padding"][0]}


class ZeroPadding2D(_ZeroPadding, LayerOptions):
    """Zeros around images.

    >>> import gradtape as tf
    >>> tf.keras.layers.ZeroPadding2D(((0, 1), (2, 2)))(tf.ones([1, 2, 2, 3])).shape
    TensorShape([1, 3, 6, 3])
    """

    padding: Amounts = argument(default=(1, 1))
    data_format: DataFormat = argument(default=None)


class ZeroPadding3D(_ZeroPadding, LayerOptions):
    """Zeros around volumes."""

    _axes = 3
    padding: Amounts = argument(default=((1, 1), (1, 1), (1, 1)))
    data_format: DataFormat = argument(default=None)


class _Cropping(_Spatial):
    cropping: Any

    def _initialize(self) -> None:
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        key = [slice(None)] * (self._axes + 2)
        for axis, (before, behind) in zip(self._spatial(), self.cropping, strict=True):
            length = inputs.shape[axis]
            if before + behind >= length:
                raise ValueError(self._excess(inputs))
            key[axis] = slice(before, length - behind)
        return inputs[tuple(key)]

    def _excess(self, inputs: _core.Tensor) -> str:
        received = f"Received: inputs.shape={tuple(inputs.shape)}, cropping={self.cropping}"
        if self._axes == 1:
            return (
                "`cropping` parameter of `Cropping1D` layer must be smaller than the input length. "
                f"{received}"
            )
        return (
            "Values in `cropping` argument should be smaller than the corresponding spatial "
            f"dimension of the input. {received}"
        )


class Cropping1D(_Cropping, LayerOptions):
    """Sequences without their first and last steps."""

    _axes = 1
    cropping: Amounts = argument(default=(1, 1))
    data_format: DataFormat = argument(default=None)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        del config["data_format"]  # which Keras has for images alone
        return {**config, "cropping": config["cropping"][0]}


class Cropping2D(_Cropping, LayerOptions):
    """Images without their margins.

    >>> import gradtape as tf
    >>> tf.keras.layers.Cropping2D(1)(tf.ones([1, 4, 4, 3])).shape
    TensorShape([1, 2, 2, 3])
    """

    cropping: Amounts = argument(default=((0, 0), (0, 0)))
    data_format: DataFormat = argument(default=None)


class Cropping3D(_Cropping, LayerOptions):
    """Volumes without their margins."""

    _axes = 3
    cropping: Amounts = argument(default=((1, 1), (1, 1), (1, 1)))
    data_format: DataFormat = argument(default=None)


class Factors(Argument[Any, tuple[int, ...]]):
    """A whole factor for each spatial axis, or one for all."""

    def convert(self, owner: Any, value: Any) -> tuple[int, ...]:
        whole = isinstance(value, int)
        factors = [value] * owner._axes if whole else _core.entries(value, self.name)
        if len(factors) != owner._axes or any(int(f) <= 0 for f in factors):
            raise ValueError(
                f"`size` should be {owner._axes} positive integers. Received: size={value}"
            )
        return tuple(int(f) for f in factors)


class _UpSampling(_Spatial):
    size: Any

    def _initialize(self) -> None:
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        for axis, factor in zip(self._spatial(), self.size, strict=True):
            inputs = _core.repeat(inputs, factor, axis)
        return inputs


class UpSampling1D(_UpSampling, LayerOptions):
    """Each step of a sequence `size` times."""

    _axes = 1
    size: Factors = argument(default=2)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        return {**config, "size": config["size"][0]}


class Interpolation(Argument[str, str]):
    """How pixels between pixels are found."""

    def convert(self, owner: Any, value: str) -> str:
        known = (
            "nearest",
            "bilinear",
            "bicubic",
            "area",
            "lanczos3",
            "lanczos5",
            "gaussian",
            "mitchellcubic",
        )
        if value.lower() not in known:
            raise ValueError(
                f"`interpolation` argument should be one of {known}. Received: "
                f"interpolation={value}"
            )
        return value.lower()


class UpSampling2D(_UpSampling, LayerOptions):
    """Images, larger by whole factors; pixels are repeated unless `interpolation` says otherwise.

    >>> import gradtape as tf
    >>> tf.keras.layers.UpSampling2D(2)(tf.ones([1, 2, 3, 1])).shape
    TensorShape([1, 4, 6, 1])
    """

    size: Factors = argument(default=(2, 2))
    data_format: DataFormat = argument(default=None)
    interpolation: Interpolation = argument(default="nearest")

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        if self.interpolation == "nearest":
            return super().call(inputs)
        first = self.data_format == "channels_first"
        images = _core.transpose(inputs, perm=[0, 2, 3, 1]) if first else inputs
        size = [images.shape[axis] * f for axis, f in zip((1, 2), self.size, strict=True)]
        larger = resize(images, size, self.interpolation)
        return _core.transpose(larger, perm=[0, 3, 1, 2]) if first else larger


class UpSampling3D(_UpSampling, LayerOptions):
    """Volumes, larger by whole factors: elements are repeated."""

    _axes = 3
    size: Factors = argument(default=(2, 2, 2))
    data_format: DataFormat = argument(default=None)
