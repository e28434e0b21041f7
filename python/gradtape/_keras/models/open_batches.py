"""Models that an epoch builds: layers know as many examples as the data promise in every batch.

Keras builds them in the function that it traces, for data of which only that is known. What runs
eagerly is built for the first batch as it is; so is in Keras 2 what numbered batches are for. The
order of these is drawn behind the weights in either Keras.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

from ..._runtime.drawn_seeds import DrawnSeeds, open_batches
from ..._runtime.printed import silently
from ..._runtime.versions import is_keras_2_asked_for
from ..base_layer.known_shapes import open_batch
from ..base_layer.searches import in_epoch
from ..seed_generator import held
from .batches import unpack


def of_an_epoch(run: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of the method of a model that runs an epoch over a source of batches."""
    run = in_epoch(run)

    @functools.wraps(run)
    def running(model: Any, source: Any, *args: Any) -> Any:
        _build_by(source.take_first(), model)
        steps, is_open = model._steps_runner(), not source.has_whole_batches()
        model.__dict__["_leaves_sizes_open"] = source.leaves_sizes_open()
        steps.begin_loop(source)
        if not (steps.traces and is_open):
            return run(model, source, *args)
        with open_batch():
            return run(model, source, *args)

    return running


def _build_by(batch: Any, model: Any) -> None:
    """Build a model by a call on a batch, before their order is drawn; not one without a `call`."""
    if batch is None or model.built:
        return
    if is_keras_2_asked_for():
        with contextlib.suppress(NotImplementedError), open_batch():
            model(unpack(batch)[0], training=False)
    elif _is_traced_as_usual(model):  # what else the call does is for the step to do
        with held(), DrawnSeeds(), silently(), open_batches():
            model(unpack(batch)[0], training=False)


def _is_traced_as_usual(model: Any) -> bool:
    """Whether Keras 3 traces a step that begins with a call of the model, before it has a batch."""
    step = getattr(type(model).train_step, "__module__", "")
    return model._steps_runner().traces and step.partition(".")[0] == __name__.partition(".")[0]
