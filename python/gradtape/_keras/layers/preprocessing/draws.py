"""What layers for random images draw from: seeds in Keras 3, a generator of their own in Keras 2.

Invariant: a layer of Keras 2 takes its seed when it is first called, also where nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .... import _core
from ...._random.generator import Generator
from ...._runtime.versions import is_keras_2_asked_for
from ...base_layer.layer import Layer
from ...seed_generator import SeedGenerator, initial_seed, is_held
from ...settings import floatx


class DrawingLayer(Layer):
    """Base of those layers."""

    seed: Any
    _unsearched = Layer._unsearched | {"_state"}  # the generator of Keras 2 is no weight
    _state: Any = None
    _is_of_keras_2 = False  # whether Keras 2 has the layer, whose seeds are no weights there

    def _initialize(self) -> None:
        self._draws_of_keras_2 = is_keras_2_asked_for()
        if not (self._draws_of_keras_2 and self._is_of_keras_2):
            self.generator = SeedGenerator(self.seed)

    def _state_of_keras_2(self) -> Generator:
        """The generator, made at the first call; another where only shapes are asked for."""
        if self._state is None:
            seed = initial_seed() if self.seed is None else self.seed
            with _core.stop_recording_all():
                made = Generator.from_seed(seed)
            self._state = made
        state: Generator = self._state
        return Generator.from_seed(0) if is_held() else state

    def _seeds_of_keras_2(self) -> _core.Tensor:
        """Two numbers for an operation without a state."""
        return self._state_of_keras_2().make_seeds()[:, 0]

    def _draws(self, images: _core.Tensor, limits: tuple[float, float]) -> _core.Tensor:
        """A number for each image, drawn in `floatx` by Keras 3."""
        drawn_in = images.dtype if self._draws_of_keras_2 else floatx()
        return _core.cast(self._uniform([images.shape[0]], *limits, drawn_in), images.dtype)

    def _computed_draws(self, images: _core.Tensor, limits: tuple[float, float]) -> _core.Tensor:
        """The same for layers that draw in the dtype they compute in, in Keras 3."""
        if self._draws_of_keras_2 or self._narrow_dtype is None:
            return self._uniform([images.shape[0]], *limits, images.dtype)
        narrow = self._uniform([images.shape[0]], *limits, self._narrow_dtype)
        return _core.cast(narrow, images.dtype)

    def _uniform(self, shape: Any, low: float, high: float, dtype: Any) -> _core.Tensor:
        if self._draws_of_keras_2:
            return self._state_of_keras_2().uniform(shape, low, high, dtype)
        return _core.stateless_uniform(shape, self.generator.draw(), low, high, dtype)


@contextmanager
def drawing_from(layer: Any, generator: SeedGenerator) -> Iterator[None]:
    """Within, a layer draws from the generator of another."""
    own = layer.generator
    layer.generator = generator
    try:
        yield
    finally:
        layer.generator = own
