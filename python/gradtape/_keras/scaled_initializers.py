"""Initializers whose draws are scaled by how much a weight connects."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from .. import _core
from .._runtime.versions import is_keras_2_asked_for
from .arguments import Argument, argument
from .fans import fans_by, fans_of
from .initializer import registry
from .kinship import Kinship, counts_as
from .random_initializer import Random, Seeded

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike

# The standard deviation of a standard normal that is cut off at two of its own.
_CUT_STDDEV = math.sqrt(1 - 4 * math.exp(-2) / math.sqrt(2 * math.pi) / math.erf(math.sqrt(2)))


class Axes(Argument[Sequence[int] | None, Sequence[int] | None]):
    """Which axes of a weight are its inputs, or its outputs; None where its shape tells."""


class _AxesBehindSeed(Seeded, kw_only=True):
    """What Keras 3.15 takes behind the seed. They count where both are given."""

    input_axes: Axes = argument(default=None)
    output_axes: Axes = argument(default=None)


class _OverAxes(Random, _AxesBehindSeed):
    """Random initializers that count what a weight connects."""

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal initializer, which in Keras 2 has no axes."""
        config = super().get_config()
        if self._is_of_keras_2():
            del config["input_axes"], config["output_axes"]
        return config

    def _axes(self) -> tuple[Sequence[int], Sequence[int]] | None:
        if self.input_axes is None or self.output_axes is None:
            return None
        return self.input_axes, self.output_axes


def _scaled(
    initializer: _OverAxes,
    scale: float,
    mode: str,
    distribution: str,
    shape: Any,
    dtype: DTypeLike,
) -> _core.Tensor:
    """Draws whose variance is `scale` divided by a count of what a weight connects."""
    sizes, axes = [int(size) for size in shape], initializer._axes()
    fan_in, fan_out = fans_of(sizes) if axes is None else fans_by(axes, sizes)
    fans = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}
    variance = scale / max(1.0, fans[mode])
    if distribution == "uniform":
        limit = math.sqrt(3.0 * variance)
        return initializer._uniform(shape, -limit, limit, dtype)
    if distribution == "untruncated_normal":
        return initializer._normal(shape, 0.0, math.sqrt(variance), dtype)
    return initializer._truncated_normal(shape, 0.0, math.sqrt(variance) / _CUT_STDDEV, dtype)


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


@registry.add()
class VarianceScaling(_OverAxes, metaclass=Kinship):
    """Draws with the variance `scale / n`, where `n` is the fan in, the fan out, or their mean.

    `mode` is "fan_in", "fan_out" or "fan_avg"; `distribution` is "truncated_normal",
    "untruncated_normal" or "uniform". `ValueError` for others and for a `scale` that is not
    positive. For a shape `[..., in, out]` the fans are `in` and `out` times the product of the
    dimensions before them; with `input_axes` and `output_axes` the products of those.

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


@counts_as(VarianceScaling)
class _Scaled(_OverAxes):
    """A scale, a mode and a distribution that are the class's own."""

    _how: ClassVar[tuple[float, str, str]]
    scale = property(lambda self: self._how[0], doc="What the variance is of the count.")
    mode = property(lambda self: self._how[1], doc="What is counted: fan_in, fan_out or fan_avg.")
    distribution = property(lambda self: self._how[2], doc="What is drawn from.")

    # Version 1 has `partition_info` there.
    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike = None, partition_info: Any = None, **kwargs: Any
    ) -> _core.Tensor:
        return _scaled(self, *self._how, shape, dtype)


def _one_of(argument: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(
            f"Invalid `{argument}` argument: {value}. Expected one of {', '.join(known)}."
        )
    return value


def with_axes(initializer: Any, inputs: list[int], outputs: list[int]) -> Any:
    """The initializer with the same seed, for weights with these axes of inputs and outputs.

    One that does not count them, or has its own, is returned as it is, and in Keras 2 any is.
    """
    if is_keras_2_asked_for() or not isinstance(initializer, _OverAxes) or initializer._axes():
        return initializer
    made = copy.copy(initializer)
    made.input_axes, made.output_axes = inputs, outputs
    return made


@registry.add()
class GlorotUniform(_Scaled):
    """Uniform within `±sqrt(6 / (fan_in + fan_out))` (Glorot and Bengio, 2010)."""

    _how = 1.0, "fan_avg", "uniform"


@registry.add()
class GlorotNormal(_Scaled):
    """Truncated normal with the variance `2 / (fan_in + fan_out)` (Glorot and Bengio, 2010)."""

    _how = 1.0, "fan_avg", "truncated_normal"


@registry.add()
class HeUniform(_Scaled):
    """Uniform within `±sqrt(6 / fan_in)` (He and others, 2015)."""

    _how = 2.0, "fan_in", "uniform"


@registry.add()
class HeNormal(_Scaled):
    """Truncated normal with the variance `2 / fan_in` (He and others, 2015)."""

    _how = 2.0, "fan_in", "truncated_normal"


@registry.add()
class LecunUniform(_Scaled):
    """Uniform within `±sqrt(3 / fan_in)` (LeCun and others, 1998)."""

    _how = 1.0, "fan_in", "uniform"


@registry.add()
class LecunNormal(_Scaled):
    """Truncated normal with the variance `1 / fan_in` (LeCun and others, 1998)."""

    _how = 1.0, "fan_in", "truncated_normal"
