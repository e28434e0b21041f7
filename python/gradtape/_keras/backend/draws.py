"""Random tensors and variables under the names of Keras 2's backend."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ... import _core
from ..._runtime.drawn_seeds import drawn, drawn_at_last, running
from ..seed_generator import is_ahead, is_building_eagerly, is_held, times_of_initial_values
from ..settings import dtype_or_default

if TYPE_CHECKING:
    from ..._typing import DTypeLike, ShapeLike


def seed_or_drawn(seed: int | None) -> int | None:
    """The seed, or one from NumPy's generator, as Keras has it.

    Within a function of the program's own, which TensorFlow would trace once, an operation without
    a seed has a stream of the function's. A layer is built outside of it.
    """
    if seed is not None:
        return seed
    times = times_of_initial_values()
    if times:
        return [drawn() for _ in range(times)][-1]
    if is_building_eagerly() or is_ahead():
        return drawn()
    trace = running()
    if trace is not None:
        return trace.next()
    return None if is_held() or _core.draws_in_function() else drawn_at_last()


def random_normal(
    shape: ShapeLike,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = None,
    seed: int | None = None,
) -> _core.Tensor:
    """Draws from a normal distribution.

    >>> import gradtape as tf
    >>> tf.keras.backend.random_normal([2, 3]).shape
    TensorShape([2, 3])
    """
    return _core.random_normal(shape, mean, stddev, dtype_or_default(dtype), seed_or_drawn(seed))


def truncated_normal(
    shape: ShapeLike,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = None,
    seed: int | None = None,
) -> _core.Tensor:
    """Draws from a normal distribution that is cut off at two standard deviations."""
    return _core.truncated_normal(shape, mean, stddev, dtype_or_default(dtype), seed_or_drawn(seed))


def random_uniform(
    shape: ShapeLike,
    minval: float = 0.0,
    maxval: float = 1.0,
    dtype: DTypeLike = None,
    seed: int | None = None,
) -> _core.Tensor:
    """Draws from a uniform distribution over `[minval, maxval)`."""
    return _core.random_uniform(shape, minval, maxval, dtype_or_default(dtype), seed_or_drawn(seed))


def random_bernoulli(
    shape: ShapeLike, p: float = 0.0, dtype: DTypeLike = None, seed: int | None = None
) -> _core.Tensor:
    """Ones with the probability `p`, else zeros."""
    kind = dtype_or_default(dtype)
    draws = _core.random_uniform(shape, 0.0, 1.0, _core.float32, seed_or_drawn(seed))
    return _core.cast(draws <= p, kind)


random_binomial = random_bernoulli


def random_normal_variable(
    shape: ShapeLike,
    mean: float,
    scale: float,
    dtype: DTypeLike = None,
    name: str | None = None,
    seed: int | None = None,
) -> _core.Variable:
    """A variable with draws from a normal distribution."""
    return _core.Variable(random_normal(shape, mean, scale, dtype, _given(seed)), name=name)


def random_uniform_variable(
    shape: ShapeLike,
    low: float,
    high: float,
    dtype: DTypeLike = None,
    name: str | None = None,
    seed: int | None = None,
) -> _core.Variable:
    """A variable with draws from a uniform distribution."""
    return _core.Variable(random_uniform(shape, low, high, dtype, _given(seed)), name=name)


def _given(seed: int | None) -> int:
    """A seed for a variable: NumPy's next number, if none is given."""
    return int(np.random.randint(10**9)) if seed is None else seed
