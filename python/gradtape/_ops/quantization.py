"""Fake quantization: values rounded to those that a few bits can tell apart, for training.

The range is moved so that zero is one of them. The gradient passes where a value is within the
range; what is cut off counts for the end of the range that it was cut at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._autodiff.custom_gradients import custom_gradient
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import TensorLike


def fake_quant_with_min_max_args(
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """`inputs` rounded to `2**num_bits` values from about `min` to `max`, or one less if
    `narrow_range`; zero is one of them.

    The gradient is that of the output between the ends of the range, both included, and 0 outside.
    Errors: `InvalidArgumentError` unless `min < max` and `2 <= num_bits <= 16`; `ValueError` for
    tensors that are not `float32`.

    >>> y = tf.quantization.fake_quant_with_min_max_args([-7.0, 0.3, 1.0], -1.0, 1.0, 2)
    >>> print(y.numpy().round(3))
    [-1.333  0.     0.667]
    """
    op = "FakeQuantWithMinMaxArgs"
    if not min < max:
        raise _refused(op, f"min has to be smaller than max, was: {min:g} >= {max:g}")
    x, low, high = _tensors(inputs, float(min), float(max))
    return _quantized(x, low, high, _levels(op, num_bits, narrow_range))


def fake_quant_with_min_max_vars(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """As `fake_quant_with_min_max_args`, with scalar tensors as the ends of the range.

    Their gradients are the sums of the gradients of what was cut off there. If both are 0, so is
    the output, and the gradient passes everywhere. Errors: `InvalidArgumentError` for ends that are
    no scalars.

    >>> low, high = tf.Variable(-1.0), tf.Variable(1.0)
    >>> with tf.GradientTape() as tape:
    ...     y = tf.quantization.fake_quant_with_min_max_vars([-7.0, 0.3, 5.0, 9.0], low, high)
    >>> [g.numpy().item() for g in tape.gradient(y, [low, high])]
    [1.0, 2.0]
    """
    op = "FakeQuantWithMinMaxVars"
    x, low, high = _tensors(inputs, min, max)
    for end, tensor in (("min", low), ("max", high)):
        if tensor.shape.rank != 0:
            raise _refused(op, f"`{end}` must be rank 0 but is rank {tensor.shape.rank}")
    return _quantized(x, low, high, _levels(op, num_bits, narrow_range), divides=True)


def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """As `fake_quant_with_min_max_vars`, with a range for each entry of the last axis of `inputs`.

    Errors: `InvalidArgumentError` unless `min` and `max` are vectors of its length.

    >>> f = tf.quantization.fake_quant_with_min_max_vars_per_channel
    >>> print(f([[9.0, 9.0]], [-1.0, -2.0], [1.0, 2.0], 2).numpy().round(3))
    [[0.667 1.333]]
    """
    op = "FakeQuantWithMinMaxVarsPerChannel"
    x, low, high = _tensors(inputs, min, max)
    if x.shape.rank == 0:
        raise _refused(op, "inputs must have a last axis, but they are a scalar")
    channels = x.shape[-1]
    for end, tensor in (("min", low), ("max", high)):
        if tensor.shape.rank != 1:
            raise _refused(op, f"`{end}` must be rank 1 but is rank {tensor.shape.rank}")
        if tensor.shape[0] != channels:
            raise _refused(
                op, f"{end} has incorrect size, expected {channels} was {tensor.shape[0]}"
            )
    return _quantized(x, low, high, _levels(op, num_bits, narrow_range))


def _refused(op: str, text: str) -> Exception:
    return InvalidArgumentError(None, None, f"{text} [Op:{op}]")


def _tensors(*values: Any) -> list[Any]:
    return [_core.convert_to_tensor(value, dtype=_core.float32) for value in values]


def _levels(op: str, num_bits: int, narrow_range: bool) -> tuple[float, float]:
    """The first and the last number that stands for a value."""
    if not 2 <= num_bits <= 16:
        raise _refused(op, "num_bits must be between 2 and 16, inclusive")
    return float(bool(narrow_range)), float(2**num_bits - 1)


def _nudged(
    low: _core.Tensor, high: _core.Tensor, levels: tuple[float, float]
) -> tuple[_core.Tensor, _core.Tensor, _core.Tensor]:
    """The ends of the range, moved so that zero has a number, and the distance of two values."""
    first, last = levels
    step = (high - low) / (last - first)
    zero = _core.floor(_core.clip_by_value(first - low / step, first, last) + 0.5)
    return (first - zero) * step, (last - zero) * step, step


@custom_gradient
def _rounded(
    x: _core.Tensor,
    low: _core.Tensor,
    high: _core.Tensor,
    start: _core.Tensor,
    end: _core.Tensor,
    step: _core.Tensor,
    scale: _core.Tensor | None = None,
) -> tuple[Any, Any]:
    empty = _core.equal(low, 0.0) & _core.equal(high, 0.0)
    within = _core.maximum(_core.minimum(x, end), start)
    zero = _core.floor(_places(-start, step, scale) + 0.5)
    places = _places(within - start, step, scale) - zero
    y = _core.where(empty, 0.0, _core.floor(places + 0.5) * step)
    below, above = (x < start) & ~empty, (x > end) & ~empty
    axes = list(range(x.shape.rank - low.shape.rank))

    def gradient(dy: _core.Tensor) -> tuple[Any, ...]:
        nothing = _core.zeros_like(dy)
        passed = _core.where(below | above, nothing, dy)
        ends = [_core.reduce_sum(_core.where(cut, dy, nothing), axes) for cut in (below, above)]
        return (passed, *ends, *[None] * (3 if scale is None else 4))

    return y, gradient


def _places(distance: _core.Tensor, step: _core.Tensor, scale: _core.Tensor | None) -> _core.Tensor:
    return distance / step if scale is None else distance * scale


def _quantized(
    x: _core.Tensor,
    low: _core.Tensor,
    high: _core.Tensor,
    levels: tuple[float, float],
    divides: bool = False,
) -> _core.Tensor:
    with _core.stop_recording_all():
        range_of = _nudged(low, high, levels)
        # What is half way between two numbers is rounded by a scale; with a range of two scalars
        # TensorFlow divides instead.
        scale = [] if divides else [(levels[1] - levels[0]) / (high - low)]
    result: _core.Tensor = _rounded(x, low, high, *range_of, *scale)
    return result
