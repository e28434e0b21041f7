"""Convolutions in further forms: transposed with holes, the two sides of a gradient, holes
by way of the batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .windows import batch_to_space, required_space_to_batch_paddings, space_to_batch

if TYPE_CHECKING:
    from .._typing import AxisLike, ShapeLike, TensorLike


def atrous_conv2d_transpose(
    value: TensorLike, filters: TensorLike, output_shape: ShapeLike, rate: int, padding: str,
    name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """The transpose of `atrous_conv2d`: a transposed convolution whose filter has holes.

    `value` is `[batch, height, width, in]`, `filters` `[height, width, out, in]`, of which
    neighbours lie `rate` apart. `ValueError` for a `rate` below 1, `InvalidArgumentError` for
    shapes that do not fit.

    >>> y = tf.nn.atrous_conv2d_transpose(
    ...     tf.ones([1, 2, 2, 1]), tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], 2, "VALID")
    >>> y.numpy().sum().item()
    16.0
    """
    if rate < 1:
        raise ValueError(f"`rate` {rate} cannot be less than one")
    return _core.conv2d_transpose(
        value, filters, output_shape, 1, padding, dilations=None if rate == 1 else rate
    )


def depthwise_conv2d_backprop_input(
    input_sizes: Any, filter: TensorLike, out_backprop: TensorLike, strides: AxisLike,
    padding: str, data_format: str = "NHWC", dilations: AxisLike = (1, 1, 1, 1),
    name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """The gradient of `depthwise_conv2d` with respect to an input of shape `input_sizes`, given
    that of its output.

    >>> g = tf.ones([1, 3, 3, 1])
    >>> dx = tf.nn.depthwise_conv2d_backprop_input(
    ...     [1, 4, 4, 1], tf.ones([2, 2, 1, 1]), g, [1] * 4, "VALID")
    >>> dx[0, :2, :2, 0].numpy().tolist()
    [[1.0, 2.0], [2.0, 4.0]]
    """
    g = _core.convert_to_tensor(out_backprop)
    moves = (strides, padding, data_format, dilations)
    return _pulled_back(
        lambda x: _core.depthwise_conv2d(x, filter, *moves), _core.zeros(input_sizes, g.dtype), g
    )


def depthwise_conv2d_backprop_filter(
    input: TensorLike, filter_sizes: Any, out_backprop: TensorLike, strides: AxisLike,
    padding: str, data_format: str = "NHWC", dilations: AxisLike = (1, 1, 1, 1),
    name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """The gradient of `depthwise_conv2d` with respect to a filter of shape `filter_sizes`, given
    that of its output.

    >>> g = tf.ones([1, 3, 3, 1])
    >>> tf.nn.depthwise_conv2d_backprop_filter(
    ...     tf.ones([1, 4, 4, 1]), [2, 2, 1, 1], g, [1] * 4, "VALID").numpy().ravel().tolist()
    [9.0, 9.0, 9.0, 9.0]
    """
    g = _core.convert_to_tensor(out_backprop)
    moves = (strides, padding, data_format, dilations)
    return _pulled_back(
        lambda w: _core.depthwise_conv2d(input, w, *moves), _core.zeros(filter_sizes, g.dtype), g
    )


def _pulled_back(
    function: Callable[[_core.Tensor], _core.Tensor], x: _core.Tensor, g: _core.Tensor
) -> Any:
    """The gradient with respect to `x` of a function that is linear in it."""
    with _core.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x, output_gradients=g)


def with_space_to_batch(
    input: TensorLike, dilation_rate: Any, padding: str, op: Callable[..., Any],
    filter_shape: Any = None, spatial_dims: Sequence[int] | None = None,
    data_format: str | None = None,
) -> Any:  # fmt: skip
    """`op`, with holes of `dilation_rate` between neighbours, on entries of the batch that have
    none: `op(entries, number_of_axes, "VALID")`, between `space_to_batch` and back.

    `filter_shape` begins with the sizes of the windows, needed for `padding="SAME"`;
    `spatial_dims` are the axes, those behind the first by default. Where no rate is above 1,
    `op(input, number_of_axes, padding)`. `ValueError` for rates below 1 and other paddings.

    >>> def pooled(x, count, padding):
    ...     return tf.nn.max_pool1d(x, 2, 1, padding)
    >>> x = tf.reshape(tf.range(6.0), [1, 6, 1])
    >>> tf.nn.with_space_to_batch(x, [2], "VALID", pooled).numpy().ravel().tolist()
    [2.0, 3.0, 4.0, 5.0]
    """
    x, rates = _core.convert_to_tensor(input), np.asarray(dilation_rate).astype(int)
    if (rates < 1).any():
        raise ValueError(f"dilation_rate must be positive, but got: {rates.tolist()}")
    if padding not in ("SAME", "VALID"):
        raise ValueError(f"Invalid padding method {padding!r}")
    if (rates == 1).all():
        return op(x, len(rates), padding)
    first = 2 if (data_format or "").startswith("NC") else 1
    axes = list(range(first, first + len(rates))) if spatial_dims is None else sorted(spatial_dims)
    if axes != list(range(axes[0], axes[0] + len(axes))):
        raise ValueError(f"spatial_dims must be axes side by side, but got: {axes}")
    around = _around(rates, filter_shape) if padding == "SAME" else np.zeros([len(rates), 2], int)
    return _on_entries(x, rates, around, axes[0], lambda entries: op(entries, len(rates), "VALID"))


def _around(rates: Any, filter_shape: Any) -> Any:
    """What "SAME" puts before and behind each axis."""
    if filter_shape is None:
        raise ValueError("filter_shape must be specified for padding='SAME'")
    reach = (np.asarray(filter_shape)[: len(rates)] - 1) * rates
    return np.stack([reach // 2, reach - reach // 2], 1)


def _on_entries(
    x: _core.Tensor, rates: Any, around: Any, first: int, op: Callable[[_core.Tensor], Any]
) -> Any:
    """`op` of the entries that `space_to_batch` makes of the axes from `first` on."""
    skipped = first - 1
    sizes = x.shape.as_list()[first : first + len(rates)]
    paddings, crops = required_space_to_batch_paddings(sizes, rates, around)
    ones, nothing = np.ones(skipped, int), np.zeros([skipped, 2], int)
    blocks = np.concatenate([ones, rates])
    entries = space_to_batch(x, blocks, np.concatenate([nothing, paddings.numpy()]))
    return batch_to_space(op(entries), blocks, np.concatenate([nothing, crops.numpy()]))
