"""How many examples a chain tells that nobody has told its input: as many as its calls have had.

Keras 2 puts such a chain together for the shape of the first call, in a step that it traces for the
size of every batch if the data promise one, and again with an open one when another number comes.
Invariant: a chain and its layers know the same number, or that it is open.
"""

from __future__ import annotations

from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..base_layer.known_shapes import batch_of


class SeenExamples:
    """Mixin of `Sequential`."""

    _is_entry_seen = False  # whether the shape of the input is that of a call, and not told
    _batch_of_build: int | None
    _stacked_layers: list[Any]

    def _as_seen(self, shape: list[Any]) -> tuple[Any, ...]:
        """A shape with the number of examples."""
        return (self._batch_of_build, *shape[1:]) if self._is_entry_seen else tuple(shape)

    def _see(self, inputs: Any) -> None:
        """In Keras 2 the number is open from the first call on another one."""
        if is_keras_2_asked_for() and batch_of(inputs) != self._batch_of_build:
            for layer in (self, *self._stacked_layers):
                layer._batch_of_build = None
