"""`keras.backend`'s convolutions whose filters differ from place to place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..layers.local import local_convolution

if TYPE_CHECKING:
    from ..._typing import TensorLike


def local_conv1d(
    inputs: TensorLike,
    kernel: TensorLike,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    data_format: str | None = None,
) -> _core.Tensor:
    """A filter for each place of sequences; `kernel` is `[places, elements of a window, filters]`.

    >>> import gradtape as tf
    >>> kernel = tf.constant([[[1.0], [0.0]], [[0.0], [10.0]]])
    >>> tf.keras.backend.local_conv1d(tf.constant([[[1.0], [2.0], [3.0]]]), kernel, (2,), (1,))
    <tf.Tensor: shape=(1, 2, 1), dtype=float32, numpy=
    array([[[ 1.],
            [30.]]], dtype=float32)>
    """
    return _local(inputs, kernel, kernel_size, strides, data_format, 1)


def local_conv2d(
    inputs: TensorLike,
    kernel: TensorLike,
    kernel_size: Sequence[int],
    strides: Sequence[int],
    output_shape: Any = None,
    data_format: str | None = None,
) -> _core.Tensor:
    """The same over images; the places of `kernel` are those of the outputs, row by row."""
    return _local(inputs, kernel, kernel_size, strides, data_format, 2)


def _local(
    inputs: Any, kernel: Any, kernel_size: Any, strides: Any, data_format: Any, axes: int
) -> _core.Tensor:
    inputs, first = _core.convert_to_tensor(inputs), data_format == "channels_first"
    if first:
        inputs = _core.transpose(inputs, [0, *range(2, axes + 2), 1])
    kernel = _core.convert_to_tensor(kernel)
    outputs = local_convolution(inputs, kernel, tuple(kernel_size), tuple(strides), first)
    return _core.transpose(outputs, [0, axes + 1, *range(1, axes + 1)]) if first else outputs
