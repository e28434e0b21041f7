"""How weights start: constants, random draws, and draws scaled by the sizes of a layer.

An initializer is called as `initializer(shape, dtype=None)` and returns the same values at each
call; without a `seed` it takes one from Python's `random` when it is made.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._runtime.versions import is_keras_2_asked_for
from . import lookup
from .arguments import Argument, Declared, Number, argument
from .initializer import Initializer as Initializer, filled, registry as _registry
from .random_initializer import Random as _Random
from .scaled_initializers import (
    GlorotNormal as GlorotNormal,
    GlorotUniform as GlorotUniform,
    HeNormal as HeNormal,
    HeUniform as HeUniform,
    LecunNormal as LecunNormal,
    LecunUniform as LecunUniform,
    VarianceScaling as VarianceScaling,
    with_axes as with_axes,
)
from .settings import dtype_or_default
from .stft_initializer import STFTInitializer as STFTInitializer

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike

deserialize = _registry.deserialize


def serialize(initializer: Any, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of an initializer."""
    return lookup.serialize(initializer, use_legacy_format)


def get(identifier: Any) -> Any:
    """The initializer for a name, a configuration, a class or a callable; None for None.

    In Keras 3 also for a tensor or an array, which it gives as it is. `ValueError` for a name that
    is not known and for anything else.
    """
    if isinstance(identifier, (_core.Tensor, np.ndarray)) and not is_keras_2_asked_for():
        return _giving(_core.convert_to_tensor(identifier))
    return _registry.find(identifier)


def _giving(value: _core.Tensor) -> Callable[..., _core.Tensor]:
    def initialize(shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        if _core.TensorShape(shape).as_list() != value.shape.as_list():
            raise ValueError(
                f"Expected `shape` to be {tuple(value.shape)} for direct tensor as initializer. "
                f"Received shape={shape}"
            )
        return _core.cast(value, dtype_or_default(dtype))

    return initialize


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
    """A number, or something that broadcasts to the shape; configurations say what arrays are."""

    def convert(self, owner: Any, value: Any) -> Any:
        make = _ARRAYS.get(value.get("class_name")) if isinstance(value, dict) else None
        return value if make is None else make(value["config"]["value"], value["config"]["dtype"])

    def serialize(self, value: Any) -> Any:
        if isinstance(value, (int, float)):
            return value
        array = np.asarray(value)
        kind = next((kind for kind, one in _KINDS.items() if isinstance(value, one)), None)
        if kind is None:
            return array.tolist()
        return {"class_name": kind, "config": {"value": array.tolist(), "dtype": array.dtype.name}}


_KINDS: dict[str, type] = {"__numpy__": np.ndarray, "__tensor__": _core.Tensor}
_ARRAYS: dict[Any, Callable[..., Any]] = {"__numpy__": np.array, "__tensor__": _core.constant}


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


@_registry.add("normal")
class RandomNormal(_Random):
    """Normal with `mean` and `stddev`."""

    mean: Number = argument(default=0.0)
    stddev: Number = argument(default=0.05)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return self._normal(shape, self.mean, self.stddev, dtype)


@_registry.add()
class TruncatedNormal(_Random):
    """Normal with `mean` and `stddev`, values beyond two `stddev` drawn again."""

    mean: Number = argument(default=0.0)
    stddev: Number = argument(default=0.05)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return self._truncated_normal(shape, self.mean, self.stddev, dtype)


@_registry.add("uniform")
class RandomUniform(_Random):
    """Uniform from `minval` up to, but without, `maxval`."""

    minval: Number = argument(default=-0.05)
    maxval: Number = argument(default=0.05)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return self._uniform(shape, self.minval, self.maxval, dtype)


@_registry.add("OrthogonalInitializer")
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
    """`tf.constant_initializer`: a value with all its digits in each dtype, its own by default."""

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        return filled(_core.convert_to_tensor(self.value, dtype), shape)


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
