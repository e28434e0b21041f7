"""`keras.random`: draws that a seed alone decides, or the next one of a `SeedGenerator`.

Without a seed they come from a generator that `keras.utils.set_random_seed` begins anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .. import _core
from .seed_generator import COMMON, SeedGenerator
from .settings import dtype_or_default

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike, TensorLike

Seed: TypeAlias = int | SeedGenerator | None


_SEEDS = 2**31 - 2  # how many integers mean different draws


def seed_words(seed: Any) -> list[int]:
    """The two words of a draw; `ValueError` for what is neither a seed nor a generator."""
    if isinstance(seed, SeedGenerator):
        return seed.draw()
    if isinstance(seed, int):
        return [seed % _SEEDS, 0]
    if seed is not None:
        raise ValueError(
            "Argument `seed` must be either an integer or an instance of `SeedGenerator`. "
            f"Received: seed={seed} (of type {type(seed)})"
        )
    if not COMMON:
        COMMON["generator"] = SeedGenerator()
    return [int(word) for word in COMMON["generator"].next(ordered=False).numpy()]


def normal(
    shape: ShapeLike, mean: float = 0.0, stddev: float = 1.0, dtype: DTypeLike = None,
    seed: Seed = None,
) -> _core.Tensor:  # fmt: skip
    """Draws from a normal distribution.

    >>> tf.keras.random.normal([2, 3], seed=1).shape
    TensorShape([2, 3])
    """
    return _core.stateless_normal(shape, seed_words(seed), mean, stddev, dtype_or_default(dtype))


def truncated_normal(
    shape: ShapeLike, mean: float = 0.0, stddev: float = 1.0, dtype: DTypeLike = None,
    seed: Seed = None,
) -> _core.Tensor:  # fmt: skip
    """Draws from a normal distribution, again where they lie two deviations or more away."""
    kind = dtype_or_default(dtype)
    return _core.stateless_truncated_normal(shape, seed_words(seed), mean, stddev, kind)


def uniform(
    shape: ShapeLike, minval: float = 0.0, maxval: float = 1.0, dtype: DTypeLike = None,
    seed: Seed = None,
) -> _core.Tensor:  # fmt: skip
    """Draws between `minval` and `maxval`, which is not among them; `ValueError` for integers."""
    kind = dtype_or_default(dtype)
    if not kind.is_floating:
        raise ValueError(
            f"`keras.random.uniform` requires a floating point `dtype`. Received: dtype={kind.name}"
        )
    return _core.stateless_uniform(shape, seed_words(seed), minval, maxval, kind)


def randint(
    shape: ShapeLike, minval: TensorLike, maxval: TensorLike, dtype: DTypeLike = "int32",
    seed: Seed = None,
) -> _core.Tensor:  # fmt: skip
    """Integers from `minval` on, below `maxval`; `ValueError` for a dtype of fractions.

    >>> 3 <= int(tf.keras.random.randint([], 3, 5, seed=1)) < 5
    True
    """
    kind = _core.as_dtype(dtype)
    if not kind.is_integer:
        raise ValueError(
            f"`keras.random.randint` requires an integer `dtype`. Received: dtype={kind.name}"
        )
    drawn = kind if kind in (_core.int32, _core.int64) else _core.int64
    return _core.cast(_core.stateless_uniform(shape, seed_words(seed), minval, maxval, drawn), kind)


def categorical(
    logits: TensorLike, num_samples: int, dtype: DTypeLike = "int32", seed: Seed = None
) -> _core.Tensor:
    """`num_samples` numbers of classes for each row of logits."""
    return _core.cast(_core.stateless_categorical(logits, num_samples, seed_words(seed)), dtype)


def dropout(
    inputs: TensorLike, rate: float, noise_shape: Any = None, seed: Seed = None
) -> _core.Tensor:
    """The inputs with a share of `rate` set to zero, and the others divided by what is left.

    >>> sorted(set(tf.keras.random.dropout(tf.ones([50]), 0.5, seed=1).numpy().tolist()))
    [0.0, 2.0]
    """
    values = _core.convert_to_tensor(inputs)
    if rate in (0.0, 1.0):
        return values if rate == 0.0 else _core.zeros_like(values)
    if noise_shape is not None:
        sizes = values.shape.as_list()
        noise_shape = [size if n is None else n for n, size in zip(noise_shape, sizes, strict=True)]
    return _core.stateless_dropout(values, rate, seed_words(seed), "", noise_shape)


def shuffle(x: TensorLike, axis: int = 0, seed: Seed = None) -> _core.Tensor:
    """The entries along an axis in random order."""
    values = _core.convert_to_tensor(x)
    draws = _core.stateless_uniform([values.shape[axis]], seed_words(seed))
    return _core.gather(values, _core.argsort(draws), axis=axis)


def gamma(
    shape: ShapeLike, alpha: TensorLike, dtype: DTypeLike = None, seed: Seed = None
) -> _core.Tensor:
    """Draws from the gamma distribution of shape `alpha` and rate 1."""
    kind = dtype_or_default(dtype)
    return _core.stateless_gamma(shape, seed_words(seed), _core.cast(alpha, kind), None, kind)


def beta(
    shape: ShapeLike, alpha: TensorLike, beta: TensorLike, dtype: DTypeLike = None,
    seed: Seed = None,
) -> _core.Tensor:  # fmt: skip
    """Draws from the beta distribution, made of two of the gamma distribution."""
    kind, (first, second) = dtype_or_default(dtype), seed_words(seed)
    one, other = (_core.broadcast_to(_core.cast(x, kind), shape) for x in (alpha, beta))
    x = _core.stateless_gamma(shape, [first, second], one, None, kind)
    y = _core.stateless_gamma(shape, [first + 12, second + 12], other, None, kind)
    return x / (x + y)


def binomial(
    shape: ShapeLike, counts: TensorLike, probabilities: TensorLike, dtype: DTypeLike = None,
    seed: Seed = None,
) -> _core.Tensor:  # fmt: skip
    """How many of `counts` trials succeed."""
    kind = dtype_or_default(dtype)
    return _core.stateless_binomial(shape, seed_words(seed), counts, probabilities, kind)
