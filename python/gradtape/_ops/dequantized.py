"""Values that were quantized and back: as many as a few bits tell apart, evenly between two ends.

The range is widened so that zero and one of its ends are among them. Invariant: the gradient passes
where a value is between the ends that were given, whether or not they make the range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._autodiff.custom_gradients import custom_gradient
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import AxisLike, TensorLike

_OP = "QuantizeAndDequantizeV4"
_ROUNDS = {"HALF_TO_EVEN": _core.round, "HALF_UP": lambda x: _core.floor(x + 0.5)}


def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: AxisLike = None,
) -> _core.Tensor:
    """`input` rounded to the values that integers of `num_bits` stand for.

    The range is that of `input`, of each slice along `axis` if it is given, or with `range_given`
    from `input_min` to `input_max`, where others are cut off. The gradient passes between these two
    in any case; they have gradients of 0. Errors: `InvalidArgumentError` for a range that ends
    before it begins, another `round_mode`, or a number of bits that there are no integers of.

    >>> tf.quantization.quantize_and_dequantize_v2(
    ...     [-0.3, 0.4, 5.0], 0.0, 3.0, num_bits=3, range_given=True).numpy().tolist()
    [-0.0, 0.0, 3.0]
    """
    x = _core.convert_to_tensor(input)
    if not x.dtype.is_floating:
        raise _refused(f"Value for attr 'T' of {x.dtype.name} is not in the list of allowed values")
    if round_mode not in _ROUNDS:
        raise _refused(
            f"Value for attr 'round_mode' of \"{round_mode}\" is not in the list of "
            'allowed values: "HALF_TO_EVEN", "HALF_UP"'
        )
    if not 1 <= num_bits <= (62 if signed_input else 63):
        raise _refused(f"num_bits is out of range: {num_bits} with signed_input {signed_input}")
    low, high = (_core.convert_to_tensor(end, x.dtype) for end in (input_min, input_max))
    if range_given and (low.numpy() > high.numpy()).any():
        raise _refused(f"Invalid range: input_min {low.numpy()} > input_max {high.numpy()}")
    place = None if axis is None or int(np.asarray(axis)) < 0 else int(np.asarray(axis))
    low, high = (_along(end, x, place) for end in (low, high))
    return _rounded(
        x,
        low,
        high,
        _least(signed_input, num_bits, narrow_range),
        range_given,
        _ROUNDS[round_mode],
        place,
    )


def quantize_and_dequantize(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: AxisLike = None,
) -> _core.Tensor:
    """As `quantize_and_dequantize_v2`; the gradient passes everywhere.

    >>> tf.quantization.quantize_and_dequantize([1.0, 2.0], 0.0, 0.0, num_bits=2).numpy().tolist()
    [0.0, 2.0]
    """
    x = _core.convert_to_tensor(input)
    with _core.stop_recording_all():
        rounded = quantize_and_dequantize_v2(
            x,
            input_min,
            input_max,
            signed_input,
            num_bits,
            range_given,
            round_mode,
            narrow_range=narrow_range,
            axis=axis,
        )
    return _passed(x, rounded)


@custom_gradient
def _passed(x: _core.Tensor, rounded: _core.Tensor) -> tuple[Any, Any]:
    return _core.identity(rounded), lambda dy: (dy, None)


def _refused(text: str) -> Exception:
    return InvalidArgumentError(None, None, f"{text} [Op:{_OP}]")


def _along(end: _core.Tensor, x: _core.Tensor, place: int | None) -> _core.Tensor:
    """An end for each slice along an axis, in a shape that broadcasts with the input."""
    if place is None or end.shape.rank == 0:
        return end
    return _core.reshape(end, [1] * place + [-1] + [1] * (x.shape.rank - place - 1))


def _least(signed: bool, bits: int, narrow: bool) -> tuple[float, float]:
    """The first and the last integer."""
    if not signed:
        return 0.0, float(2**bits - 1)
    return float(-(2 ** (bits - 1)) + narrow), float(2 ** (bits - 1) - 1)


def _range_of(
    x: _core.Tensor, low: _core.Tensor, high: _core.Tensor, ends: tuple[float, float]
) -> tuple[_core.Tensor, ...]:
    """The range widened to one whose ends are integers' values, the scale, and its inverse."""
    most = float(np.finfo(x.dtype.as_numpy_dtype).max) if x.dtype.size > 2 else 65504.0
    by_low, by_high = (
        _core.where(end * number > 0, number / end, most) for end, number in zip((low, high), ends)
    )
    is_low = by_low < by_high
    step = _core.where(is_low, _divided(low, ends[0]), _divided(high, ends[1]))
    scale = _core.where(is_low, by_low, by_high)
    return (
        _core.where(is_low, low, step * ends[0]),
        _core.where(is_low, step * ends[1], high),
        scale,
        step,
    )


def _divided(end: _core.Tensor, number: float) -> _core.Tensor:
    return end / number if number else end


def _rounded(
    x: _core.Tensor, low: _core.Tensor, high: _core.Tensor, ends: tuple[float, float],
    is_given: bool, rounds: Any, place: int | None,
) -> _core.Tensor:  # fmt: skip
    first, last = low, high
    if not is_given:
        axes = None if place is None else [a for a in range(x.shape.rank) if a != place]
        keeps = place is not None
        first, last = (f(x, axes, keeps) for f in (_core.reduce_min, _core.reduce_max))

    @custom_gradient
    def answer(x: _core.Tensor, low: _core.Tensor, high: _core.Tensor) -> tuple[Any, Any]:
        start, end, scale, step = _range_of(x, first, last, ends)
        within = _core.minimum(_core.maximum(x, start), end) if is_given else x
        inside = (x >= low) & (x <= high)

        def gradient(dy: _core.Tensor) -> tuple[Any, ...]:
            passed = _core.where(inside, dy, _core.zeros_like(dy))
            return passed, _core.zeros_like(low), _core.zeros_like(high)

        return rounds(within * scale) * step, gradient

    result: _core.Tensor = answer(x, low, high)
    return result
