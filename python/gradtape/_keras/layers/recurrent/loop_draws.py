"""Where the steps of a sequence draw what they drop, as Keras 2 has it.

There all steps of some layers are one operation, whose inputs are dropped before. The loop of the
others draws once, when it takes the first step to see what it returns, and what eager code has
drawn it keeps; in a function it draws anew in each step.
"""

from __future__ import annotations

from typing import Any

from ...._runtime.drawn_seeds import running
from ...._runtime.versions import is_keras_2_asked_for
from .cells import Cell
from .fused import is_plain


class DrawsInLoops:
    """Mixin of the recurrent layers."""

    cell: Any
    unroll: Any
    _is_one_operation = False  # in Keras 2, where the arguments allow it

    def _drops_by_step(self) -> bool:
        """Whether each step drops others, as in Keras 2 where all steps are one operation."""
        by_operations: bool = self.cell.seed_generator.by_operations
        return by_operations and self._is_done_at_once()

    def _is_done_at_once(self) -> bool:
        """Whether all steps are one operation in Keras 2, which other arguments prevent."""
        if not self._is_one_operation or self.unroll:
            return False
        return self.cell.use_bias and not self.cell.recurrent_dropout and is_plain(self.cell)

    def _leaves_seeds_to_one_operation(self) -> bool:
        """Whether the seed of the layer is not that of its cell, which takes the steps itself."""
        return self._is_one_operation and is_keras_2_asked_for() and not self._is_done_at_once()

    def _own_cells(self) -> list[Cell]:
        cells = getattr(self.cell, "cells", [self.cell])
        return [cell for cell in cells if isinstance(cell, Cell)]

    def _draws_in_loop(self, training: bool | None) -> bool:
        """Whether Keras 2 would draw in a loop: in that of a function each step drops others."""
        if not training or self.unroll:  # whose steps are no loop
            return False
        return any(cell.drops_in_loops for cell in self._own_cells())

    def _stands(self) -> list[int]:
        """How far the seeds of the cells are where the loop begins."""
        return [cell.seed_generator.stand(running()) for cell in self._own_cells()]

    def _draw_anew(self, loop: Any, stands: list[int]) -> None:
        loop.again()
        for cell, place in zip(self._own_cells(), stands, strict=True):
            cell.seed_generator.go_back(running(), place)
            cell.reset_dropout_mask()
            cell.reset_recurrent_dropout_mask()
