"""What Keras 2 counts in Python while it traces a step, so that its graphs keep the count of then.

Nadam multiplies its product of betas once a step, and knows by such a count whether it has done so.
In a graph the count is that of the trace: every variable multiplies, except in the one step whose
number the count happens to be. Of an optimizer that has no variables yet a step is traced twice.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..._runtime.inside import is_inside
from ..._runtime.versions import is_keras_2_asked_for


class TracedProduct:
    """Mixin of `Nadam`. Invariant: `_counts` has those of the variables still to come in a step."""

    _steps: Any = None  # of the model that was compiled with the optimizer, for Keras 2
    _trace: tuple[Any, int] | None = None  # the steps that were traced last, and where counts began
    _counts: Iterator[int] | None = None
    _traced = np.float32(1.0)

    def _update(self, grads: list[Any], variables: list[Any], slots: list[list[Any]]) -> None:
        self._counts = self._traced_counts(len(variables)) if self._is_traced() else None
        super()._update(grads, variables, slots)  # type: ignore[misc]

    def _is_traced(self) -> bool:
        """Whether Keras 2 would be in a graph."""
        if not is_keras_2_asked_for():
            return False
        steps = self._steps
        return is_inside() or (steps is not None and steps.running > 0 and steps.traces)

    def _traced_counts(self, size: int) -> Iterator[int]:
        if self._trace is None:
            is_new = self._count() == 0  # type: ignore[attr-defined]
            self._trace = self._steps, 1 + size * is_new
        elif self._trace[0] is not self._steps:
            self._trace = self._steps, self._trace[1] + size
        return itertools.count(self._trace[1])

    def _traced_product(self, step: int, beta: float) -> float:
        """The product for the next variable of a step that is counted from 1."""
        assert self._counts is not None
        if next(self._counts) != step + 1:
            self._traced = self._traced * np.float32(beta)
        return float(self._traced)


def counting_where_traced(optimizer: Any, steps: Any) -> None:
    """Called when a model is compiled: the optimizer learns which steps Keras 2 would trace."""
    if is_keras_2_asked_for() and isinstance(optimizer, TracedProduct):
        optimizer._steps = steps
