"""How weights start: constants, random draws, and draws scaled by the sizes of a layer.

An initializer is called as `initializer(shape, dtype=None)` and returns the same values at each
call; without a `seed` it takes one from Python's `random` when it is made.
"""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .. import _core
from .._runtime.versions import is_keras_2_asked_for
from .arguments import Argument, Declared, Number, argument
from .fans import fans_by, fans_of
from .initializer import Initializer as Initializer, filled, registry as _registry
from .lookup import serialize as serialize
from .seed_generator import initial_seed, is_drawing_globally
from .settings import dtype_or_default
from .stft_initializer import STFTInitializer as STFTInitializer

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike

get, deserialize = _registry.find, _registry.deserialize

# The standard deviation of a standard normal that is cut off at two of its own.
_CUT_STDDEV = math.sqrt(1 - 4 * math.exp(-2) / math.sqrt(2 * math.pi) / math.erf(math.sqrt(2)))


@_registry.add("zero")
class Zeros(Initializer):
    """All zeros."""

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return _core.zeros(shape, dtype_or_default(dtype))


@_registry.add("one")
class Ones(Initializer):
    """All ones."""

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return _core.ones(shape, dtype_or_default(dtype))


class Value(Argument[Any, Any]):
    """A number, or something that broadcasts to the shape."""

    def serialize(self, value: Any) -> Any:
        return value if isinstance(value, (int, float)) else np.asarray(value).tolist()


@_registry.add()
class Constant(Initializer, Declared):
    """All `value`, a number or something that broadcasts to the shape.

    >>> import gradtape as tf
    >>> tf.keras.initializers.Constant(3.0)([2]).numpy().tolist()
    [3.0, 3.0]
    """

    value: Value = argument(default=0.0)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        value = _core.cast(_core.convert_to_tensor(self.value), dtype_or_default(dtype))
        return filled(value, shape)


@_registry.add("IdentityInitializer")
class Identity(Initializer, Declared):
    """`gain` times the identity matrix; the shape must have two dimensions."""

    gain: Number = argument(default=1.0)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        sizes = _sizes(shape)
        if len(sizes) != 2:
            raise ValueError(
                "Identity matrix initializer can only be used for 2D matrices. Received: "
                f"shape={shape}"
            )
        return _core.eye(sizes[0], sizes[1], dtype=dtype_or_default(dtype)) * self.gain


def _sizes(shape: Any) -> list[int]:
    return [int(size) for size in shape]


class Seed(Argument[int | None, int | None]):
    """What repeats the draws; None is another one for each initializer."""

    def convert(self, owner: Any, value: int | None) -> int | None:
        if value is None and is_drawing_globally():
            vars(owner)["_is_global"] = True
        if value is None and (owner._draws_late or is_keras_2_asked_for()):
            return None  # one is drawn with the first values
        owner._drawn = owner._default_seed() if value is None else value
        return value


class _Seeded(Declared, kw_only=True):
    """What all random initializers take at the end."""

    seed: Seed = argument(default=None)


class _Random(Initializer, _Seeded):
    """The draws shared by the random initializers.

    One without a seed takes one from Python's `random` when it is made, as Keras does: so initial
    weights after `keras.utils.set_random_seed` or `random.seed` are Keras's, and so is what a
    program draws from `random` after it has made its layers. In Keras 2 it takes one when it is
    first called.
    """

    _draws_late: ClassVar[bool] = False  # whether it is one of Keras 2 wherever it is made
    _is_global: ClassVar[bool] = False  # whether it draws from the global generator
    _drawn: ClassVar[int | None] = None  # the seed in use
    _axes: Any = None  # those of inputs and of outputs, where they are not the last two

    def _default_seed(self) -> int | None:
        return None if self._is_global else initial_seed()

    def _own_seed(self) -> list[int] | None:
        """The two words of the draws; None where they are from the global generator."""
        if self._drawn is None:
            vars(self)["_drawn"] = self._default_seed()
        return None if self._drawn is None else [self._drawn, 0]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """The same initializer; without a seed it takes another, as Keras, which makes it anew."""
        made = copy.copy(self)
        if self.seed is None:
            is_late = self._draws_late or is_keras_2_asked_for()
            vars(made)["_drawn"] = None if is_late else self._default_seed()
        memo[id(self)] = made
        return made

    def _normal(
        self, shape: ShapeLike, mean: float, stddev: float, dtype: DTypeLike
    ) -> _core.Tensor:
        seed = self._own_seed()
        if seed is None:
            return _core.random_normal(shape, mean, stddev, dtype_or_default(dtype))
        return _core.stateless_normal(shape, seed, mean, stddev, dtype_or_default(dtype))

    def _truncated_normal(
        self, shape: ShapeLike, mean: float, stddev: float, dtype: DTypeLike
    ) -> _core.Tensor:
        seed = self._own_seed()
        if seed is None:
            return _core.truncated_normal(shape, mean, stddev, dtype_or_default(dtype))
        return _core.stateless_truncated_normal(shape, seed, mean, stddev, dtype_or_default(dtype))

    def _uniform(self, shape: ShapeLike, low: float, high: float, dtype: DTypeLike) -> _core.Tensor:
        seed = self._own_seed()
        if seed is None:
            return _core.random_uniform(shape, low, high, dtype_or_default(dtype))
        if not (self._draws_late or is_keras_2_asked_for()):
            # Keras 3 casts the bounds, which makes them float32 first.
            low, high = float(np.float32(low)), float(np.float32(high))
        return _core.stateless_uniform(shape, seed, low, high, dtype_or_default(dtype))


@_registry.add("normal")
class RandomNormal(_Random):
    """Normal with `mean` and `stddev`."""

    mean: Number = argument(default=0.0)
    stddev: Number = argument(default=0.05)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return self._normal(shape, self.mean, self.stddev, dtype)


@_registry.add()
class TruncatedNormal(RandomNormal):
    """Normal with `mean` and `stddev`, values beyond two `stddev` drawn again."""

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return self._truncated_normal(shape, self.mean, self.stddev, dtype)


@_registry.add("uniform")
class RandomUniform(_Random):
    """Uniform from `minval` up to, but without, `maxval`."""

    minval: Number = argument(default=-0.05)
    maxval: Number = argument(default=0.05)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return self._uniform(shape, self.minval, self.maxval, dtype)


def _scaled(
    initializer: _Random,
    scale: float,
    mode: str,
    distribution: str,
    shape: ShapeLike,
    dtype: DTypeLike,
) -> _core.Tensor:
    """Draws whose variance is `scale` divided by a count of what a weight connects."""
    sizes, axes = _sizes(shape), initializer._axes
    fan_in, fan_out = fans_of(sizes) if axes is None else fans_by(axes, sizes)
    fans = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}
    variance = scale / max(1.0, fans[mode])
    if distribution == "uniform":
        limit = math.sqrt(3.0 * variance)
        return initializer._uniform(shape, -limit, limit, dtype)
    if distribution == "untruncated_normal":
        return initializer._normal(shape, 0.0, math.sqrt(variance), dtype)
    return initializer._truncated_normal(shape, 0.0, math.sqrt(variance) / _CUT_STDDEV, dtype)


class _Scaled(_Random):
    """A scale, a mode and a distribution that are the class's own."""

    _how: ClassVar[tuple[float, str, str]]

    # Version 1 has `partition_info` there.
    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike = None, partition_info: Any = None, **kwargs: Any
    ) -> _core.Tensor:
        return _scaled(self, *self._how, shape, dtype)


class Scale(Argument[float, float]):
    """A number above 0."""

    def convert(self, owner: Any, value: float) -> float:
        if value <= 0.0:
            raise ValueError(f"Argument `scale` must be positive float. Received: scale={value}")
        return value


class Fans(Argument[str, str]):
    """What is counted: "fan_in", "fan_out" or "fan_avg"."""

    def convert(self, owner: Any, value: str) -> str:
        return _one_of("mode", value, ("fan_in", "fan_out", "fan_avg"))


class Distribution(Argument[str, str]):
    """How draws are distributed; "normal" is "truncated_normal"."""

    def convert(self, owner: Any, value: str) -> str:
        name = "truncated_normal" if value.lower() == "normal" else value.lower()
        known = ("uniform", "truncated_normal", "untruncated_normal")
        return _one_of("distribution", name, known)


@_registry.add()
class VarianceScaling(_Random):
    """Draws with the variance `scale / n`, where `n` is the fan in, the fan out, or their mean.

    `mode` is "fan_in", "fan_out" or "fan_avg"; `distribution` is "truncated_normal",
    "untruncated_normal" or "uniform". `ValueError` for others and for a `scale` that is not
    positive. For a shape `[..., in, out]` the fans are `in` and `out` times the product of the
    dimensions before them.

    >>> import gradtape as tf
    >>> w = tf.keras.initializers.VarianceScaling(2.0, "fan_in", "uniform", seed=1)([50, 10])
    >>> bool(tf.reduce_max(tf.abs(w)) <= (3 * 2.0 / 50) ** 0.5)
    True
    """

    scale: Scale = argument(default=1.0)
    mode: Fans = argument(default="fan_in")
    distribution: Distribution = argument(default="truncated_normal")

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return _scaled(self, self.scale, self.mode, self.distribution, shape, dtype)


def _one_of(argument: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(
            f"Invalid `{argument}` argument: {value}. Expected one of {', '.join(known)}."
        )
    return value


def with_axes(initializer: Any, inputs: list[int], outputs: list[int]) -> Any:
    """The initializer with the same seed, for weights with these axes of inputs and outputs.

    One that does not count them is returned as it is, and in Keras 2 any is.
    """
    if is_keras_2_asked_for() or not isinstance(initializer, (_Scaled, VarianceScaling)):
        return initializer
    made = copy.copy(initializer)
    made._axes = inputs, outputs
    return made


@_registry.add()
class GlorotUniform(_Scaled):
    """Uniform within `±sqrt(6 / (fan_in + fan_out))` (Glorot and Bengio, 2010)."""

    _how = 1.0, "fan_avg", "uniform"


@_registry.add()
class GlorotNormal(_Scaled):
    """Truncated normal with the variance `2 / (fan_in + fan_out)` (Glorot and Bengio, 2010)."""

    _how = 1.0, "fan_avg", "truncated_normal"


@_registry.add()
class HeUniform(_Scaled):
    """Uniform within `±sqrt(6 / fan_in)` (He and others, 2015)."""

    _how = 2.0, "fan_in", "uniform"


@_registry.add()
class HeNormal(_Scaled):
    """Truncated normal with the variance `2 / fan_in` (He and others, 2015)."""

    _how = 2.0, "fan_in", "truncated_normal"


@_registry.add()
class LecunUniform(_Scaled):
    """Uniform within `±sqrt(3 / fan_in)` (LeCun and others, 1998)."""

    _how = 1.0, "fan_in", "uniform"


@_registry.add()
class LecunNormal(_Scaled):
    """Truncated normal with the variance `1 / fan_in` (LeCun and others, 1998)."""

    _how = 1.0, "fan_in", "truncated_normal"


@_registry.add()
class Orthogonal(_Random):
    """A random matrix with orthonormal rows or columns, times `gain` (Saxe and others, 2014).

    The shape is seen as a matrix with its last dimension as columns; `ValueError` for fewer than
    two dimensions.
    """

    gain: Number = argument(default=1.0)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        sizes = _sizes(shape)
        if len(sizes) < 2:
            raise ValueError(
                "The tensor to initialize must be at least two-dimensional. Received: "
                f"shape={shape}"
            )
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        draw = self._normal([max(rows, columns), min(rows, columns)], 0.0, 1.0, dtype)
        q, r = _core.qr(draw)
        q = q * _core.sign(_core.diag_part(r))  # makes the decomposition unique, and q uniform
        q = _core.transpose(q) if rows < columns else q
        return self.gain * _core.reshape(q, sizes)


class GlobalNormal(RandomNormal):
    """`tf.random_normal_initializer`: normal, from the global generator unless it has a seed."""

    _is_global = True


class GlobalUniform(RandomUniform):
    """`tf.random_uniform_initializer`: uniform, from the global generator unless it has a seed."""

    _is_global = True


class GlobalConstant(Constant):
    """`tf.constant_initializer`: a value with all its digits in each dtype."""

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        value = _core.convert_to_tensor(self.value, dtype_or_default(dtype))
        return filled(value, shape)


# TensorFlow's names in the package itself and its abbreviations.
zeros_initializer = zeros = Zeros
ones_initializer = ones = Ones
constant_initializer, constant = GlobalConstant, Constant
random_normal_initializer, random_normal = GlobalNormal, RandomNormal
random_uniform_initializer, random_uniform = GlobalUniform, RandomUniform
truncated_normal = TruncatedNormal
variance_scaling = VarianceScaling
glorot_uniform, glorot_normal = GlorotUniform, GlorotNormal
he_uniform, he_normal = HeUniform, HeNormal
lecun_uniform, lecun_normal = LecunUniform, LecunNormal
orthogonal, identity = Orthogonal, Identity
IdentityInitializer, OrthogonalInitializer = Identity, Orthogonal
STFT = stft = STFTInitializer
