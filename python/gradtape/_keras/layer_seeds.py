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
from .seeds_of_traces import DrawsAgain, SeedsOfTrace, makes_state

_seeded = {"any": False}


def are_there_seeded_layers() -> bool:
    """Whether this process has made a layer of Keras 2 with a seed of its own."""
    return _seeded["any"]


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
        self._next_seed, self.draws_of_a_call = seed, 1
        _seeded["any"] |= self.by_operations and seed is not None
        self._in_any_function: int | None = None  # where runs of functions are not told apart
        self._traced: dict[DrawnSeeds, SeedsOfTrace] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> LayerSeeds:
        """A copy that goes on as this one does."""
        made: Any = super().__deepcopy__(memo)
        made._next_seed, made.narrow = self._next_seed, self.narrow
        made.draws_of_a_call = self.draws_of_a_call
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
        trace = running() if self._next_seed is not None else None
        if self._next_seed is None or (is_held() and not (trace and trace.of_symbols)):
            return self._next_seed
        if trace is not None:  # a function has the seeds of when it was traced
            known = self._traced.setdefault(trace, SeedsOfTrace())
            return known.next(trace, lambda place: self._taken_in(trace, place))
        if not _core.draws_in_function():
            return self._taken()
        if self._in_any_function is None:
            self._in_any_function = self._taken()
        return self._in_any_function

    def _taken_in(self, trace: DrawnSeeds, place: int) -> int:
        """The seed of a draw that a trace has not had before, at its place among the layer's."""
        times = 1 if trace.run() > 1 else trace.times(trace.is_traced_twice() or makes_state(trace))
        if times > 1:
            count = trace.counts.get(self, 1)
            if not place:
                trace.began[self] = self._next_seed or 0
                self._next_seed = trace.began[self] + (times - 1) * count
            elif place >= count and trace.begins_again:
                trace.counts[self] = place + 1
                raise DrawsAgain
        return self._taken()

    def begin_trace_again(self, trace: DrawnSeeds) -> None:
        """What runs for a trace has stopped, and nothing was drawn in it."""
        self._next_seed = trace.began.pop(self)
        self._traced.pop(trace, None)

    def stand(self, trace: DrawnSeeds | None) -> int:
        """How many draws there were in a run of a trace, to `go_back` to."""
        return self._traced[trace].place if trace in self._traced else 0

    def go_back(self, trace: DrawnSeeds | None, place: int) -> None:
        """A loop's body runs once more, whose draws are those of before."""
        if trace in self._traced:
            self._traced[trace].place = place

    def take_ahead(self) -> None:
        """Take the seeds of a call, as where Keras 2 makes a network of a chain while it trains."""
        if self._next_seed is not None:
            self._next_seed += self.draws_of_a_call

    def _taken(self) -> int:
        seed = self._next_seed or 0
        self._next_seed = seed + 1
        return seed
