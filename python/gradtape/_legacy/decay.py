"""Learning rates of version 1 that follow a step: functions of no argument, read at each step.

Within a `tf.function`, as in a graph, they are the rate itself.

Invariant: a rate is a formula of its start and of a step, both of the start's dtype.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._runtime.inside import is_inside

if TYPE_CHECKING:
    from .._typing import TensorLike

Rate = Callable[[], Any]


def _following(formula: Callable[[Any, Any], Any], start: Any, step: TensorLike) -> Rate:
    """`formula` at the step of the moment."""

    def rate() -> _core.Tensor:
        first = _core.convert_to_tensor(start)
        return formula(first, _core.cast(step, first.dtype))

    if step is None:
        raise ValueError("global_step is required.")
    return _as_a_rate(rate)


def _as_a_rate(rate: Rate) -> Any:
    """The rate of the moment in a function, and elsewhere the function that tells it."""
    return rate() if is_inside() else rate


def _periods(step: _core.Tensor, length: float, staircase: bool) -> _core.Tensor:
    passed = step / length
    return _core.floor(passed) if staircase else passed


def exponential_decay(
    learning_rate: TensorLike | Callable[[], Any],
    global_step: TensorLike,
    decay_steps: float,
    decay_rate: float,
    staircase: bool = False,
    name: str | None = None,
) -> Rate:
    """`learning_rate * decay_rate ** (global_step / decay_steps)`, the exponent rounded down with
    `staircase`.

    >>> step = tf.Variable(2)
    >>> rate = tf.compat.v1.train.exponential_decay(0.5, step, 1, 0.5)
    >>> rate().numpy().item()
    0.125
    """

    def formula(start: _core.Tensor, step: _core.Tensor) -> _core.Tensor:
        return start * decay_rate ** _periods(step, decay_steps, staircase)

    return _following(formula, learning_rate, global_step)


def natural_exp_decay(
    learning_rate: TensorLike | Callable[[], Any],
    global_step: TensorLike,
    decay_steps: float,
    decay_rate: float,
    staircase: bool = False,
    name: str | None = None,
) -> Rate:
    """`learning_rate * exp(-decay_rate * global_step / decay_steps)`."""

    def formula(start: _core.Tensor, step: _core.Tensor) -> _core.Tensor:
        return start * _core.exp(-decay_rate * _periods(step, decay_steps, staircase))

    return _following(formula, learning_rate, global_step)


def inverse_time_decay(
    learning_rate: TensorLike | Callable[[], Any],
    global_step: TensorLike,
    decay_steps: float,
    decay_rate: float,
    staircase: bool = False,
    name: str | None = None,
) -> Rate:
    """`learning_rate / (1 + decay_rate * global_step / decay_steps)`."""

    def formula(start: _core.Tensor, step: _core.Tensor) -> _core.Tensor:
        return start / (1.0 + decay_rate * _periods(step, decay_steps, staircase))

    return _following(formula, learning_rate, global_step)


def piecewise_constant(
    x: Any, boundaries: list[Any], values: list[Any], name: str | None = None
) -> Rate:
    """`values[i]` up to and at `boundaries[i]`, the last value behind them.

    `ValueError` unless there is one value more than boundaries, and for boundaries of another
    dtype than `x`.
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    whole = _core.convert_to_tensor(x).dtype.is_integer
    if whole and any(isinstance(boundary, float) for boundary in boundaries):
        raise ValueError(
            f"Boundaries (<dtype: 'float32'>) must have the same dtype as x ({x.dtype})."
        )

    def rate() -> _core.Tensor:
        now = _core.convert_to_tensor(x)
        place = sum(bool(now > _core.cast(boundary, now.dtype)) for boundary in boundaries)
        return _core.convert_to_tensor(values[place])

    return _as_a_rate(rate)


piecewise_constant_decay = piecewise_constant


def polynomial_decay(
    learning_rate: TensorLike | Callable[[], Any],
    global_step: TensorLike,
    decay_steps: float,
    end_learning_rate: float = 0.0001,
    power: float = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Rate:
    """From `learning_rate` to `end_learning_rate` in `decay_steps`, along a power of the rest.

    With `cycle`, what is past the end starts again over a multiple of `decay_steps`.
    """

    def formula(start: _core.Tensor, step: _core.Tensor) -> _core.Tensor:
        length = _core.cast(decay_steps, start.dtype)
        if cycle:
            length = length * _core.maximum(_core.ceil(step / length), 1.0)
        done = _core.minimum(step, length) / length
        return (start - end_learning_rate) * (1.0 - done) ** power + end_learning_rate

    return _following(formula, learning_rate, global_step)


def cosine_decay(
    learning_rate: TensorLike | Callable[[], Any],
    global_step: TensorLike,
    decay_steps: float,
    alpha: float = 0.0,
    name: str | None = None,
) -> Rate:
    """Half a period of a cosine down to the share `alpha` (Loshchilov and Hutter, 2017)."""

    def formula(start: _core.Tensor, step: _core.Tensor) -> _core.Tensor:
        done = _core.minimum(step / decay_steps, 1.0)
        return start * ((1.0 - alpha) * _half_cosine(done) + alpha)

    return _following(formula, learning_rate, global_step)


def cosine_decay_restarts(
    learning_rate: TensorLike | Callable[[], Any],
    global_step: TensorLike,
    first_decay_steps: float,
    t_mul: float = 2.0,
    m_mul: float = 1.0,
    alpha: float = 0.0,
    name: str | None = None,
) -> Rate:
    """A cosine that starts again: each time `t_mul` as long, from `m_mul` of the rate."""

    def formula(start: _core.Tensor, step: _core.Tensor) -> _core.Tensor:
        place, done = _restart(step / first_decay_steps, t_mul)
        share = m_mul**place * _half_cosine(done)
        return start * ((1.0 - alpha) * share + alpha)

    return _following(formula, learning_rate, global_step)


def _restart(passed: _core.Tensor, factor: float) -> tuple[_core.Tensor, _core.Tensor]:
    """How many periods are over, and the part of this one."""
    if factor == 1.0:
        place = _core.floor(passed)
        return place, passed - place
    place = _core.floor(_core.log(1.0 - passed * (1.0 - factor)) / math.log(factor))
    before = (1.0 - factor**place) / (1.0 - factor)
    return place, (passed - before) / factor**place


def linear_cosine_decay(
    learning_rate: TensorLike | Callable[[], Any],
    global_step: TensorLike,
    decay_steps: float,
    num_periods: float = 0.5,
    alpha: float = 0.0,
    beta: float = 0.001,
    name: str | None = None,
) -> Rate:
    """`(alpha + linear) * cosine + beta` of the rate (Bello et al., 2017)."""

    def formula(start: _core.Tensor, step: _core.Tensor) -> _core.Tensor:
        done = _core.minimum(step / decay_steps, 1.0)
        return start * ((alpha + 1.0 - done) * _half_cosine(2.0 * num_periods * done) + beta)

    return _following(formula, learning_rate, global_step)


def noisy_linear_cosine_decay(
    learning_rate: TensorLike | Callable[[], Any],
    global_step: TensorLike,
    decay_steps: float,
    initial_variance: float = 1.0,
    variance_decay: float = 0.55,
    num_periods: float = 0.5,
    alpha: float = 0.0,
    beta: float = 0.001,
    name: str | None = None,
) -> Rate:
    """As `linear_cosine_decay`, with normal noise whose variance decays on its linear part."""

    def formula(start: Any, step: Any) -> Any:
        step = _core.minimum(step, decay_steps)
        deviation = (initial_variance / (1.0 + step) ** variance_decay) ** 0.5
        noise = _core.random_normal([], dtype=start.dtype) * deviation
        done = step / decay_steps
        linear = alpha + 1.0 - done + noise
        return start * (linear * _half_cosine(2.0 * num_periods * done) + beta)

    return _following(formula, learning_rate, global_step)


def _half_cosine(done: _core.Tensor) -> _core.Tensor:
    return 0.5 * (1.0 + _core.cos(math.pi * done))
