"""Initializers of version 1: a draw, with or without a seed, moves the generator on.

Those of Keras repeat what their seed says; these draw as `tf.random.normal(..., seed=seed)` does,
so two calls differ. They are told their dtype when they are made, and have defaults of their own.
"""

from __future__ import annotations

import inspect
import math
from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike

# The standard deviation of a normal with 1 that is cut off at 2.
_CUT_STDDEV = 0.87962566103423978


class _Initializer:
    """What an initializer is made with stands in attributes of the same names."""

    dtype: Any

    def __init__(self, dtype: DTypeLike, **options: Any) -> None:
        vars(self).update(options, dtype=_core.as_dtype(dtype))

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike = None, partition_info: Any = None
    ) -> Any:
        """A tensor of this shape."""
        sizes = [int(size) for size in _core.TensorShape(shape)]
        return self._draw(sizes, self.dtype if dtype is None else dtype)

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal initializer."""
        names = inspect.signature(type(self)).parameters
        return {**{name: getattr(self, name) for name in names}, "dtype": self.dtype.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The initializer with these arguments."""
        return cls(**config)


class Zeros(_Initializer):
    """Zeros.

    >>> import gradtape as tf
    >>> tf.compat.v1.zeros_initializer(tf.int32)([2]).numpy().tolist()
    [0, 0]
    """

    def __init__(self, dtype: DTypeLike = "float32") -> None:
        super().__init__(dtype)

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        return _core.zeros(shape, dtype)


class Ones(Zeros):
    """Ones.

    >>> import gradtape as tf
    >>> tf.compat.v1.ones_initializer()([2]).numpy().tolist()
    [1.0, 1.0]
    """

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        return _core.ones(shape, dtype)


class Constant(_Initializer):
    """All `value`, a number or as many as there are elements.

    >>> import gradtape as tf
    >>> tf.compat.v1.constant_initializer([1, 2], tf.int32)([2, 1]).numpy().tolist()
    [[1], [2]]
    """

    value: Any
    verify_shape: bool

    def __init__(
        self, value: Any = 0, dtype: DTypeLike = "float32", verify_shape: bool = False
    ) -> None:
        super().__init__(dtype, value=value, verify_shape=verify_shape)

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        given = tuple(_core.convert_to_tensor(self.value).shape)
        if self.verify_shape and given != tuple(shape):
            raise TypeError(f"Expected Tensor's shape: {tuple(shape)}, got {given}.")
        return _core.constant(self.value, dtype, shape)

    def get_config(self) -> dict[str, Any]:
        """The value and the dtype."""
        return {"value": self.value, "dtype": self.dtype.name}


class _Random(_Initializer):
    """One that draws."""

    seed: Any

    def __init__(self, seed: int | None, dtype: DTypeLike, **options: Any) -> None:
        super().__init__(dtype, seed=seed, **options)


class RandomNormal(_Random):
    """Normal with `mean` and `stddev`.

    >>> import gradtape as tf
    >>> tf.compat.v1.random_normal_initializer(stddev=0.1, seed=1)([2, 3]).shape
    TensorShape([2, 3])
    """

    mean: Any
    stddev: Any

    def __init__(
        self,
        mean: float = 0.0,
        stddev: float = 1.0,
        seed: int | None = None,
        dtype: DTypeLike = "float32",
    ) -> None:
        super().__init__(seed, dtype, mean=mean, stddev=stddev)

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        return _core.random_normal(shape, self.mean, self.stddev, dtype, self.seed)


class TruncatedNormal(RandomNormal):
    """Normal with `mean` and `stddev`, values beyond two `stddev` drawn again.

    >>> import gradtape as tf
    >>> w = tf.compat.v1.truncated_normal_initializer()([100])
    >>> bool(tf.reduce_max(tf.abs(w)) <= 2.0)
    True
    """

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        return _core.truncated_normal(shape, self.mean, self.stddev, dtype, self.seed)


class RandomUniform(_Random):
    """Uniform from `minval` up to, but without, `maxval`; from 0 to 1 by default.

    >>> import gradtape as tf
    >>> bool(tf.reduce_min(tf.compat.v1.random_uniform_initializer()([100])) >= 0.0)
    True
    """

    minval: Any
    maxval: Any

    def __init__(
        self,
        minval: float = 0.0,
        maxval: float | None = None,
        seed: int | None = None,
        dtype: DTypeLike = "float32",
    ) -> None:
        super().__init__(seed, dtype, minval=minval, maxval=maxval)

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        return _core.random_uniform(shape, self.minval, self.maxval, dtype, self.seed)


class VarianceScaling(_Random):
    """Draws with the variance `scale / n`, where `n` is the fan in, the fan out, or their mean.

    `ValueError` for another `mode` or `distribution`, and for a `scale` that is not positive.

    >>> import gradtape as tf
    >>> tf.compat.v1.variance_scaling_initializer(2.0, "fan_avg", "uniform")([2, 3]).shape
    TensorShape([2, 3])
    """

    scale: Any
    mode: Any
    distribution: Any

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: DTypeLike = "float32",
    ) -> None:
        if scale <= 0.0:
            raise ValueError(f"Argument `scale` must be a positive float. Received: {scale}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(
                f"Argument `mode` should be fan_in, fan_out or fan_avg. Received: {mode}"
            )
        known = ("normal", "uniform", "truncated_normal", "untruncated_normal")
        if distribution.lower() not in known:
            raise ValueError(
                f"Argument `distribution` should be in {known}. Received: {distribution}"
            )
        kept = {"scale": scale, "mode": mode, "distribution": distribution.lower()}
        super().__init__(seed, dtype, **kept)

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        variance = self.scale / max(1.0, _count(shape, self.mode))
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return _core.random_uniform(shape, -limit, limit, dtype, self.seed)
        stddev = math.sqrt(variance)
        if self.distribution == "untruncated_normal":
            return _core.random_normal(shape, 0.0, stddev, dtype, self.seed)
        return _core.truncated_normal(shape, 0.0, stddev / _CUT_STDDEV, dtype, self.seed)


def _count(shape: list[int], mode: str) -> float:
    """How many inputs, outputs, or both on average, a weight of this shape connects."""
    field = math.prod(shape[:-2])
    fan_in, fan_out = shape[-2:] if len(shape) > 1 else (shape or [1]) * 2
    fans = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}
    return field * fans[mode]


class GlorotUniform(VarianceScaling):
    """Uniform, with the mean of the fans (Glorot and Bengio, 2010).

    >>> import gradtape as tf
    >>> tf.compat.v1.glorot_uniform_initializer(seed=1)([2, 3]).shape
    TensorShape([2, 3])
    """

    def __init__(self, seed: int | None = None, dtype: DTypeLike = "float32") -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed)  # of a dtype, TensorFlow takes no notice


class GlorotNormal(VarianceScaling):
    """Normal, cut off at two standard deviations, with the mean of the fans.

    >>> import gradtape as tf
    >>> tf.compat.v1.glorot_normal_initializer(seed=1)([2, 3]).shape
    TensorShape([2, 3])
    """

    def __init__(self, seed: int | None = None, dtype: DTypeLike = "float32") -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed)  # as above


class Orthogonal(_Random):
    """A random matrix with orthonormal rows or columns, times `gain`; `ValueError` for a vector.

    >>> import gradtape as tf
    >>> w = tf.compat.v1.orthogonal_initializer(seed=1)([2, 2])
    >>> bool(tf.reduce_max(tf.abs(tf.matmul(w, w, transpose_b=True) - tf.eye(2))) < 1e-5)
    True
    """

    gain: Any

    def __init__(
        self, gain: float = 1.0, seed: int | None = None, dtype: DTypeLike = "float32"
    ) -> None:
        super().__init__(seed, dtype, gain=gain)

    def _draw(self, shape: list[int], dtype: DTypeLike) -> _core.Tensor:
        if len(shape) < 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at least "
                f"two-dimensional. Received shape={shape}"
            )
        rows, columns = math.prod(shape[:-1]), shape[-1]
        flat = [max(rows, columns), min(rows, columns)]
        q, r = _core.qr(_core.random_normal(flat, dtype=dtype, seed=self.seed))
        q = q * _core.sign(_core.diag_part(r))
        return self.gain * _core.reshape(_core.transpose(q) if rows < columns else q, shape)


def he_normal(seed: int | None = None) -> VarianceScaling:
    """Normal, cut off at two standard deviations, with twice the fan in (He and others, 2015)."""
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform, with twice the fan in."""
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """Normal, cut off at two standard deviations, with the fan in."""
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform, with the fan in."""
    return VarianceScaling(1.0, "fan_in", "uniform", seed)


# Their names at the top of version 1, and in its `initializers`.
constant_initializer = constant = Constant
glorot_normal_initializer = glorot_normal = GlorotNormal
glorot_uniform_initializer = glorot_uniform = GlorotUniform
ones_initializer = ones = Ones
orthogonal_initializer = orthogonal = Orthogonal
random_normal_initializer = random_normal = RandomNormal
random_uniform_initializer = random_uniform = RandomUniform
truncated_normal_initializer = truncated_normal = TruncatedNormal
variance_scaling_initializer = variance_scaling = VarianceScaling
zeros_initializer = zeros = Zeros
