"""`fit` and `evaluate` under a strategy with several replicas.

Invariant: each process sees its part of every batch, gradients are those of the mean over the whole
batch, and the numbers that are reported at the end of an epoch are those of all processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..._runtime.replicas import is_default
from ..callbacks.saving import ModelCheckpoint
from ..callbacks.tensorboard import TensorBoard
from ..callbacks.writing import CSVLogger

_WRITERS = (CSVLogger, ModelCheckpoint, TensorBoard)


class Parts:
    """Batches as this process sees them: pairs of its part and the share that it is."""

    def __init__(self, strategy: Any, batches: Any) -> None:
        self._strategy, self._batches = strategy, batches

    def __len__(self) -> int:
        return len(self._batches)

    def __iter__(self) -> Iterator[Any]:
        given = self._batches
        if not hasattr(given, "with_shares"):
            given = self._strategy.experimental_distribute_dataset(given)
        return iter(given.with_shares())


def parts_of(strategy: Any, batches: Any) -> Any:
    """The batches, or with several replicas this process's parts of them."""
    return batches if strategy.num_replicas_in_sync == 1 else Parts(strategy, batches)


def run_whole(model: Any, step: Callable[[Any], Any], batch: Any) -> Any:
    """One step on a whole batch; where a strategy has one replica, in the context of that."""
    strategy = model._fit_strategy
    if is_default(strategy) or strategy.num_replicas_in_sync > 1:
        return step(batch)
    return strategy.run(step, (batch,))


def run_step(model: Any, step: Callable[[Any], Any], batch: Any) -> Any:
    """One step on a batch, or on this process's part of it."""
    if model._fit_strategy.num_replicas_in_sync == 1:
        return run_whole(model, step, batch)
    part, share = batch
    if share:
        return model._fit_strategy.run_with_share(share, step, part)
    # Nothing of this batch is for this process, which only takes part in what all do together.
    before = [(v, v.read_value()) for metric in model.metrics for v in metric.variables]
    results = model._fit_strategy.run_with_share(share, step, part)
    for variable, value in before:
        variable.assign(value)
    return results


def overall(model: Any, results: dict[str, Any]) -> dict[str, Any]:
    """The results of an epoch over all processes."""
    if model._fit_strategy.num_replicas_in_sync == 1:
        return results
    totals = model.get_metrics_result()
    mean = model._fit_strategy.reduce
    return {
        name: totals[name] if name in totals else mean("MEAN", value, axis=None)
        for name, value in results.items()
    }


def heard(strategy: Any, callbacks: Any, params: dict[str, Any]) -> Any:
    """The callbacks of this process: one prints and writes files."""
    if strategy.is_chief:
        return callbacks
    params["verbose"] = 0
    inside = getattr(callbacks, "callbacks", callbacks)
    every = inside if isinstance(inside, (list, tuple)) else [inside]
    return [one for one in every if one is not None and not isinstance(one, _WRITERS)]
