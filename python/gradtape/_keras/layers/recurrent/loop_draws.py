"""Where the steps of a sequence draw what they drop, as Keras 2 has it.

There all steps of some layers are one operation, whose inputs are dropped before. The loop of the
others draws once, when it takes the first step to see what it returns, and what eager code has
drawn it keeps; in a function it draws anew in each step. A cell of a program's own is taken through
a loop in both versions, which sees its first step twice, whatever that does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...._runtime.drawn_seeds import running
from ...._runtime.versions import is_keras_2_asked_for
from ...lookup import is_written_here
from .cells import Cell
from .fused import is_plain

_AT_ONCE = 32  # iterations of a loop that TensorFlow runs in parallel


class DrawsInLoops:
    """Mixin of the recurrent layers."""

    cell: Any
    unroll: Any
    _maybe_reset_cell_dropout_mask: Callable[[Any], None]
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

    def _runs_own_code(self) -> bool:
        """Whether the steps of a loop run code of a program's own, or what is like it."""
        return not self.unroll and not all(map(_is_known, getattr(self.cell, "cells", [self.cell])))

    def _draws_in_loop(self, training: bool | None) -> bool:
        """Whether Keras 2 would draw in a loop: in that of a function each step drops others."""
        if not training or self.unroll:  # whose steps are no loop
            return False
        return any(cell.drops_in_loops for cell in self._own_cells())

    def _stands(self) -> list[int]:
        """How far the seeds of the cells are where the loop begins."""
        return [cell.seed_generator.stand(running()) for cell in self._own_cells()]

    def _masks_ahead(self, loop: Any, stands: list[int], inputs: Any, states: Any) -> list[Any]:
        """The masks of the first steps, where TensorFlow begins so many at once.

        It does so where a trace leaves open how many examples there are: then masks wait for the
        sizes of all these inputs, and that of the last is drawn first. Those of states wait for the
        step before.
        """
        trace, cell = running(), self.cell
        if not (trace and trace.is_open and isinstance(cell, Cell) and cell.dropout):
            return []
        drawn = []
        for step in range(min(_AT_ONCE, inputs.shape[1])):
            self._draw_anew(loop, stands)
            drawn.append(cell.drawn_for_step(inputs[:, step], states[0]))
        of_inputs, of_states = [one[0] for one in drawn], [one[1] for one in drawn]
        return list(zip(reversed(of_inputs), of_states, strict=True))

    def _draw_anew(self, loop: Any, stands: list[int]) -> None:
        loop.again()
        for cell, place in zip(self._own_cells(), stands, strict=True):
            cell.seed_generator.go_back(running(), place)
            cell.reset_dropout_mask()
            cell.reset_recurrent_dropout_mask()
        if running() is not None:  # a program's own cells keep theirs in eager code
            for cell in getattr(self.cell, "cells", [self.cell]):
                if getattr(cell, "_draws_in_each_step", False):
                    self._maybe_reset_cell_dropout_mask(cell)


def _is_known(cell: Any) -> bool:
    return isinstance(cell, Cell) and is_written_here(type(cell).call)
