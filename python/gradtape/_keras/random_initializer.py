"""`Random`, the base of initializers that draw, with the seeds that repeat their draws."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .. import _core
from .._runtime.versions import is_keras_2_asked_for
from .arguments import Argument, Declared, argument
from .initializer import Initializer
from .lookup import serialize
from .seed_generator import SeedGenerator, initial_seed, is_copying_a_model, is_drawing_globally
from .settings import dtype_or_default

if TYPE_CHECKING:
    from .._typing import DTypeLike, ShapeLike


class Seed(Argument[Any, Any]):
    """What repeats the draws, or a generator of seeds; None is another for each initializer."""

    def convert(self, owner: Any, value: Any) -> Any:
        if isinstance(value, dict):  # out of a configuration
            value = SeedGenerator.from_config(value["config"])
        if value is None and is_drawing_globally():
            vars(owner)["_is_global"] = True
        if value is None and (owner._draws_late or is_keras_2_asked_for()):
            return None  # one is drawn with the first values
        owner._drawn = owner._default_seed() if value is None else value
        return value

    def serialize(self, value: Any) -> Any:
        return serialize(value) if isinstance(value, SeedGenerator) else value


class Seeded(Declared, kw_only=True):
    """What all random initializers take at the end."""

    seed: Seed = argument(default=None)


class Random(Initializer, Seeded):
    """The draws shared by the random initializers.

    One without a seed takes one from Python's `random` when it is made, as Keras does: so initial
    weights after `keras.utils.set_random_seed` or `random.seed` are Keras's, and so is what a
    program draws from `random` after it has made its layers. In Keras 2 it takes one when it is
    first called.
    """

    _draws_late: ClassVar[bool] = False  # whether it is one of Keras 2 wherever it is made
    _is_global: ClassVar[bool] = False  # whether it draws from the global generator
    _drawn: ClassVar[int | SeedGenerator | None] = None  # the seed in use

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal initializer; Keras 3 begins with the seed."""
        config = super().get_config()
        if self._is_of_keras_2():
            return config
        return {"seed": config.pop("seed")} | config

    def _is_of_keras_2(self) -> bool:
        return self._draws_late or is_keras_2_asked_for()

    def _default_seed(self) -> int | None:
        return None if self._is_global else initial_seed()

    def _own_seed(self) -> list[int] | None:
        """The two words of the draws; None where they are from the global generator."""
        if self._drawn is None:
            vars(self)["_drawn"] = self._default_seed()
        if isinstance(self._drawn, SeedGenerator):
            return self._drawn.draw()
        return None if self._drawn is None else [self._drawn, 0]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """The same initializer; without a seed it takes another, as Keras, which makes it anew; in
        Keras 2 with values, so in the copy of a model at once."""
        made = copy.copy(self)
        if self.seed is None:
            waits = self._is_of_keras_2() and (self._drawn is None or not is_copying_a_model())
            vars(made)["_drawn"] = None if waits else self._default_seed()
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
