"""`tf.experimental.numpy.random`: NumPy's old functions on the streams of `tf.random`.

`seed` is `tf.random.set_seed`: the numbers are TensorFlow's, not NumPy's. They are of `float64`,
or `float32` where `experimental_enable_numpy_behavior` was called with `prefer_float32`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .creation import lengths
from .promotion import array_of, default_float, named

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntsLike


def seed(s: Any) -> None:
    """Starts the streams from `s`.

    >>> tf.experimental.numpy.random.seed(3)
    """
    _core.set_seed(int(s))


def _shape(size: IntsLike | None) -> list[int]:
    return [] if size is None else lengths(size)


def uniform(low: Any = 0.0, high: Any = 1.0, size: IntsLike | None = None) -> _core.Tensor:
    """Numbers between `low` and `high`, which broadcast and are the shape if `size` is None.

    >>> tf.experimental.numpy.random.uniform(size=[2, 3]).shape
    TensorShape([2, 3])
    """
    kind = default_float()
    least, most = (_core.cast(array_of(x), kind) for x in (low, high))
    spread = (least + most).shape
    unit = _core.random_uniform(spread if size is None else lengths(size), dtype=kind)
    return unit * (most - least) + least


def random(size: IntsLike | None = None) -> _core.Tensor:
    """Numbers between 0 and 1.

    >>> tf.experimental.numpy.random.random([2]).shape
    TensorShape([2])
    """
    return uniform(0.0, 1.0, _shape(size))


def rand(*size: int) -> _core.Tensor:
    """Numbers between 0 and 1, the lengths of axes as arguments.

    >>> tf.experimental.numpy.random.rand(2, 3).shape
    TensorShape([2, 3])
    """
    return uniform(0.0, 1.0, list(size))


def standard_normal(size: Any = None) -> _core.Tensor:
    """Numbers of the normal distribution of mean 0 and deviation 1.

    >>> tf.experimental.numpy.random.standard_normal(2).shape
    TensorShape([2])
    """
    return _core.random_normal(_shape(size), dtype=default_float())


def randn(*args: int) -> _core.Tensor:
    """As `standard_normal`, the lengths of axes as arguments.

    >>> tf.experimental.numpy.random.randn(2, 3).shape
    TensorShape([2, 3])
    """
    return standard_normal(list(args))


def randint(
    low: Any, high: Any = None, size: IntsLike | None = None, dtype: DTypeLike = int
) -> _core.Tensor:
    """Integers from `low` (0 if only one is given) up to `high`, which is not among them.

    Errors: `ValueError` for a dtype that is none of integers.

    >>> tf.experimental.numpy.random.randint(5, size=[3]).dtype
    tf.int64
    """
    least, most = (0, low) if high is None else (low, high)
    kind = named(dtype)
    if not kind.is_integer:
        raise ValueError(f"randint makes integers, not {kind.name}")
    drawn = kind if kind in (_core.int32, _core.int64) else _core.int64
    return _core.cast(_core.random_uniform(_shape(size), least, most, drawn), kind)


def poisson(lam: Any = 1.0, size: IntsLike | None = None) -> _core.Tensor:
    """Counts of mean `lam`, of `int64`; one for each mean if `size` is None.

    >>> tf.experimental.numpy.random.poisson(3.0, [2]).dtype
    tf.int64
    """
    mean = _core.cast(array_of(lam), default_float())
    if size is None:
        return _core.random_poisson([], mean, _core.int64)
    return _core.random_poisson(_shape(size), mean, _core.int64)
