"""The step with which an epoch over data of unknown length ends, and which has no data.

Keras 3 begins it before it knows that the data have ended: what needs none of them happens all the
same. The optimizers count it and decay their weights, and dropout goes on to its next seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..optimizers.optimizer import Optimizer
from ..seed_generator import SeedGenerator


def batches_to_train_on(model: Any, source: Any) -> Iterator[Any]:
    """The batches of the next epoch, behind which a step may be lost."""
    before = {id(seeds): seeds.count for seeds in _held(model, SeedGenerator)}
    steps = 0
    for batch in source.epoch():
        steps += 1
        yield batch
    if source.lost_step and steps and model._steps_runner().traces:
        for seeds in _held(model, SeedGenerator):
            seeds.skip((seeds.count - before.get(id(seeds), 0)) // steps)
        for optimizer in _held(model, Optimizer):
            optimizer.lose_step()


def _held(model: Any, kind: type[Any]) -> Iterator[Any]:
    """What a model and its layers have of a kind as attributes, each once."""
    seen = set()
    for layer in model._layers_and_self():
        for value in [*vars(layer).values(), getattr(layer, "optimizer", None)]:
            if isinstance(value, kind) and id(value) not in seen:
                seen.add(id(value))
                yield value
