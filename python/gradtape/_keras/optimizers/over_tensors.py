"""`TensorRule`: update rules that are written over tensors, from old values to new ones.

Invariant: all new values are computed before the first is assigned, so a step that fails changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ... import _core
from ..._autodiff.indexed_slices import IndexedSlices
from .optimizer import Optimizer


class Slope(NamedTuple):
    """A gradient; and of rows of `IndexedSlices` the sums of their squares and sizes.

    Where several rows are for one place, Keras squares them before it adds them up.
    """

    sum: _core.Tensor
    rows: _core.Tensor | None = None
    indices: _core.Tensor | None = None

    @property
    def square(self) -> _core.Tensor:
        """The squares of the elements."""
        return self._added(_core.square)

    @property
    def size(self) -> _core.Tensor:
        """The absolute values of the elements."""
        return self._added(_core.abs)

    def _added(self, of: Callable[[_core.Tensor], _core.Tensor]) -> _core.Tensor:
        if self.rows is None or self.indices is None:
            return of(self.sum)
        return _core.unsorted_segment_sum(of(self.rows), self.indices, self.sum.shape[0])


def slope_of(grad: Any, variable: _core.Variable) -> Slope:
    """A gradient in the dtype of its variable, whose shape it must have."""
    whole = _core.ensure_shape(_core.cast(grad, variable.dtype), variable.shape)
    if not isinstance(grad, IndexedSlices):
        return Slope(whole)
    return Slope(whole, _core.cast(grad.values, variable.dtype), grad.indices)


class TensorRule(Optimizer):
    """Base of the rules that the core does not have: a subclass defines `_step`."""

    def _step(self, w: Any, g: Slope, slots: list[Any], rate: float, step: int) -> tuple[Any, ...]:
        """The new parameter, then the new slots, of step `step` (from 1)."""
        raise NotImplementedError

    def _update(self, grads: list[Any], variables: list[Any], slots: list[list[Any]]) -> None:
        rate, step = float(self._rate()), self._count() + 1
        with _core.stop_recording_all():
            changes: list[tuple[Any, Any]] = []
            for place, (variable, grad) in enumerate(zip(variables, grads, strict=True)):
                own = [slot[place] for slot in slots if slot[place] is not None]
                w = self._decayed(variable, rate)
                g = slope_of(grad, variable)
                new = self._step(w, g, [slot.read_value() for slot in own], rate, step)
                changes += zip((variable, *own), new, strict=True)
            for variable, value in changes:
                variable.assign(value)
            self._iterations.assign_add(1)
            self._constrain()

    def _decayed(self, variable: _core.Variable, rate: float) -> _core.Tensor:
        w = variable.read_value()
        decay = self._decay_of(variable)
        return w - w * decay * rate if decay and self._decays(variable) else w

    def _decay_of(self, variable: _core.Variable) -> float:
        return self._decay_option()
