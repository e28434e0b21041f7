"""The step with which an epoch over data of unknown length ends, and which has no data.

Keras 3 begins it before it knows that the data have ended: what needs none of them happens all the
same. The optimizers count it and decay their weights, dropout goes on to its next seed, and where
batches are known to have as many examples each, means count those of one batch more, and those
that are told one number with each step count one more in any case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..metrics.metric import Mean
from ..optimizers.optimizer import Optimizer
from ..seed_generator import SeedGenerator


def batches_to_train_on(model: Any, source: Any) -> Iterator[Any]:
    """The batches of the next epoch, behind which a step may be lost."""
    before = {id(seeds): seeds.count for seeds in _held(model, SeedGenerator)}
    steps = 0
    for batch in batches_to_measure(model, source, "train"):
        steps += 1
        yield batch
    if steps:
        source.draws = {
            id(seeds): (seeds.count - before.get(id(seeds), 0)) // steps
            for seeds in _held(model, SeedGenerator)
        }
    if source.lost_step and model._steps_runner().traces:
        for seeds in _held(model, SeedGenerator):
            seeds.skip(source.draws.get(id(seeds), 0))
        for optimizer in _held(model, Optimizer):
            optimizer.lose_step()


def batches_to_measure(model: Any, source: Any, kind: str = "test") -> Iterator[Any]:
    """The batches of the next epoch, behind which means count a batch that is none."""
    steps, batch = 0, None
    for batch in source.epoch():
        steps += 1
        yield batch
    runner = model._steps_runner()
    if not (source.lost_step and steps and runner.traces):
        return
    runner.lose_run(kind)
    if is_keras_2_asked_for():
        return
    for metric in _means_that_count(model, batch, steps, source.has_whole_batches()):
        metric.count.assign(metric.count * ((steps + 1) / steps))


def _means_that_count(model: Any, batch: Any, steps: int, whole: bool) -> Iterator[Mean]:
    """The means whose count is known before a step has data.

    Of weights such a step has none. Where the sizes of batches are not known, means of the model's
    own count that were told a number with each step.
    """
    setup, has_weights = model._training_setup, isinstance(batch, tuple) and len(batch) == 3
    weighted = setup.weighted_metrics if setup is not None and has_weights else []
    compiled = setup.metrics if setup is not None else []
    for metric in model._metrics_one_by_one:
        if not isinstance(metric, Mean) or any(metric is one for one in weighted):
            continue
        of_numbers = type(metric) is Mean and not any(metric is one for one in compiled)
        if whole or (of_numbers and float(metric.count) == steps):
            yield metric


def _held(model: Any, kind: type[Any]) -> Iterator[Any]:
    """What a model and its layers have of a kind as attributes, each once."""
    seen = set()
    for layer in model._layers_and_self():
        for value in [*vars(layer).values(), getattr(layer, "optimizer", None)]:
            if isinstance(value, kind) and id(value) not in seen:
                seen.add(id(value))
                yield value
