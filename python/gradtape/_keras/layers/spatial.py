"""What layers over images share: sizes along spatial axes, padding and data format, checked.

Invariant: a layer keeps its sizes as tuples with one entry for each spatial axis.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..arguments import Argument
from ..settings import image_data_format

if TYPE_CHECKING:
    from ..._typing import TensorLike

FORMATS = {
    "channels_last": ("NWC", "NHWC", "NDHWC"),
    "channels_first": ("NCW", "NCHW", "NCDHW"),
}


def sizes(name: str, value: Any, axes: int, least: int = 1) -> tuple[int, ...]:
    """`value`, one integer or one for each axis, as a tuple; `ValueError` for anything else.

    >>> from gradtape._keras.layers.spatial import sizes
    >>> sizes("strides", 2, 2), sizes("strides", [1, 3], 2)
    ((2, 2), (1, 3))
    """
    try:
        given = (operator.index(value),) * axes
    except TypeError:
        given = _integers(name, value)
    problem = f"The `{name}` argument must be a tuple of {axes} integers. Received {name}={value}"
    if len(given) != axes:
        raise ValueError(problem)
    low = {size for size in given if size < least}
    if low:
        sign = ">" if least else ">="
        raise ValueError(f"{problem}, including values {low} that do not satisfy `value {sign} 0`")
    return given


def _integers(name: str, value: TensorLike) -> tuple[int, ...]:
    """The entries of a sequence of integers; none for anything else."""
    try:
        return tuple(operator.index(item) for item in _core.entries(value, name))
    except TypeError:
        return ()


class Sizes(Argument[int | Sequence[int], tuple[int, ...]]):
    """One integer, or one for each spatial axis (`_axes` of them)."""

    def convert(self, owner: Any, value: int | Sequence[int]) -> tuple[int, ...]:
        return sizes(self.name, value, owner._axes)

    def default_of(self, cls: Any, default: Any) -> Any:
        """One for each axis where there are several, as Keras writes it."""
        several = isinstance(default, int) and cls._axes > 1
        return (default,) * cls._axes if several else default


class Padding(Argument[str, str]):
    """ "valid" or "same", or what else the class has in `_paddings`."""

    def convert(self, owner: Any, value: str) -> str:
        name = value.lower() if isinstance(value, str) else value
        if name not in owner._paddings:
            raise ValueError(
                f"The `padding` argument must be a list/tuple or one of {_listed(owner._paddings)}."
                f" Received: {value}"
            )
        return name


class DataFormat(Argument[str | None, str]):
    """Where the channels are: "channels_last" or "channels_first"; None is what the process has."""

    def convert(self, owner: Any, value: str | None) -> str:
        name = image_data_format() if value is None else value
        if name not in FORMATS:
            raise ValueError(
                f"The `data_format` argument must be one of {_listed(FORMATS)}. "
                f"Received: data_format={value}"
            )
        return name


def _listed(names: Iterable[str]) -> str:
    return "{" + ", ".join(repr(kind) for kind in sorted(names)) + "}"


def channel_axis(data_format: str) -> int:
    """The axis that channels are on."""
    return -1 if data_format == "channels_last" else 1


def last_channels(change: Callable[[Any], Any], images: Any, data_format: str | None) -> Any:
    """A change of images with channels at the end, or of one, done to images of any format.

    >>> import gradtape as tf
    >>> from gradtape._keras.layers.spatial import last_channels
    >>> last_channels(lambda x: x[:, :1], tf.zeros([2, 3, 4, 5]), "channels_first").shape
    TensorShape([2, 3, 1, 5])
    """
    if data_format != "channels_first":
        return change(images)
    batch = list(range(images.shape.rank - 3))
    count = len(batch)
    changed = change(_core.transpose(images, [*batch, count + 1, count + 2, count]))
    return _core.transpose(changed, [*batch, count + 2, count, count + 1])


def spatial_axes(data_format: str, axes: int) -> list[int]:
    """The spatial axes of a batch of images."""
    first = 1 if data_format == "channels_last" else 2
    return list(range(first, first + axes))


def check_size(layer: Any, input_shape: _core.TensorShape, kernel_shape: list[int]) -> None:
    """`ValueError` where a convolution without padding has no output."""
    if layer.padding != "valid":
        return
    axes = spatial_axes(layer.data_format, layer._axes)
    known = zip(axes, layer.kernel_size, layer.dilation_rate, strict=True)
    if any(
        input_shape[axis] is not None and input_shape[axis] < (size - 1) * rate + 1
        for axis, size, rate in known
    ):
        raise ValueError(
            "Computed output size would be zero or negative. Received "
            f"`inputs shape={tuple(input_shape.as_list())}`, "
            f"`kernel shape={tuple(kernel_shape)}`, `dilation_rate={layer.dilation_rate}`, "
            f"`strides={layer.strides}`, `padding={layer.padding}`."
        )
