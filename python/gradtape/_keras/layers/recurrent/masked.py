"""What a mask does to the steps of a recurrent layer: where it is false they do not count."""

from __future__ import annotations

from typing import Any

from .... import _core
from ...._structure import nest
from .structures import mapped


def step_where(
    kept: _core.Tensor, output: Any, before: Any, following: Any, states: Any
) -> tuple[Any, Any]:
    """The output and the states of a step where `kept` is true, else what was before it.

    Without an output before it zeros are.
    """

    def choose(new: _core.Tensor, old: _core.Tensor) -> _core.Tensor:
        return _chosen(kept, new, old)

    before = mapped(_core.zeros_like, output) if before is None else before
    pairs = zip(nest.flatten(following), nest.flatten(states), strict=True)
    kept_states = nest.pack_sequence_as(states, [choose(new, old) for new, old in pairs])
    return mapped(choose, output, before), kept_states


def zeroed(mask: _core.Tensor, outputs: Any) -> Any:
    """The outputs of all steps where the mask is true, else zeros."""
    return mapped(lambda one: _chosen(mask, one, _core.zeros_like(one)), outputs)


def _chosen(mask: _core.Tensor, new: _core.Tensor, old: _core.Tensor) -> _core.Tensor:
    shape = [*mask.shape, *[1] * (new.shape.rank - mask.shape.rank)]
    return _core.where(_core.reshape(mask, shape), new, old)
