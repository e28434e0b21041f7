"""What layers draw: by seeds that they count, as in Keras 3, or by operations, as in Keras 2.

In Keras 2 a layer without a seed draws as `tf.random` does, by the global seed; one with a seed
hands it to its first draw, and the next number to the next.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._runtime.drawn_seeds import DrawnSeeds, running
from .._runtime.versions import is_keras_2_asked_for
from .seed_generator import SeedGenerator, is_held


class LayerSeeds(SeedGenerator):
    """The seeds of a layer, and its draws by them."""

    def __init__(
        self,
        seed: int | None = None,
        name: str | None = None,
        narrow: _core.DType | None = None,
    ) -> None:
        super().__init__(seed, name)
        self.narrow = narrow  # of a mixed policy, in which Keras draws what is dropped
        self.by_operations = is_keras_2_asked_for()
        self._next_seed = seed
        self._traced: dict[DrawnSeeds | None, int] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> LayerSeeds:
        """A copy that goes on as this one does."""
        made: Any = super().__deepcopy__(memo)
        made._next_seed, made.narrow = self._next_seed, self.narrow
        return made

    def dropout(self, x: Any, rate: Any, noise_shape: Any = None) -> _core.Tensor:
        """`x` with a share of zeros."""
        if self.narrow is not None and x.dtype != self.narrow:
            dropped = self.dropout(_core.cast(x, self.narrow), rate, noise_shape)
            return _core.cast(dropped, x.dtype)
        if self.by_operations:
            return _core.dropout(x, rate, noise_shape, self._seed_of_operation())
        return _core.stateless_dropout(x, rate, self.draw(), "", noise_shape)

    def normal(self, shape: Any, mean: float, stddev: float, dtype: Any) -> _core.Tensor:
        """Numbers of a normal distribution."""
        if self.by_operations:
            return _core.random_normal(shape, mean, stddev, dtype, self._seed_of_operation())
        return _core.stateless_normal(shape, self.draw(), mean, stddev, dtype)

    def uniform(self, shape: Any, dtype: Any) -> _core.Tensor:
        """Numbers between 0 and 1."""
        if self.by_operations:
            return _core.random_uniform(shape, 0.0, 1.0, dtype, self._seed_of_operation())
        return _core.stateless_uniform(shape, self.draw(), 0.0, 1.0, dtype)

    def skip(self, count: int) -> None:
        """As if so many draws had been made; operations in Keras 2 make no others."""
        if not self.by_operations:
            super().skip(count)

    def _seed_of_operation(self) -> int | None:
        if self._next_seed is None or is_held():
            return self._next_seed
        trace = running()
        if trace is None and not _core.draws_in_function():
            return self._taken()
        if trace not in self._traced:  # a function has the seed of when it was traced
            if trace is not None:
                trace.are_used = True
                if self._is_taken_twice(trace):
                    self._taken()
            self._traced[trace] = self._taken()
        return self._traced[trace]

    def _is_taken_twice(self, trace: DrawnSeeds) -> bool:
        """Whether the function is traced twice: in its first trace the optimizer makes variables.

        Under a tape that is to be expected of a function that nothing has run before.
        """
        return trace.is_traced_twice() or (_core.is_recording() and not self._traced)

    def take_ahead(self) -> None:
        """Take a seed, as where Keras 2 makes the network of a chain while it trains."""
        if self._next_seed is not None:
            self._taken()

    def _taken(self) -> int:
        seed = self._next_seed or 0
        self._next_seed = seed + 1
        return seed
