"""Models that an epoch builds: layers know as many examples as the data promise in every batch.

Keras builds them in the function that it traces, for data of which only that is known. What runs
eagerly is built for the first batch as it is; so is in Keras 2 what numbered batches are for.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

from ..base_layer.known_shapes import open_batch
from ..base_layer.searches import in_epoch
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
    if batch is not None and not model.built:
        with contextlib.suppress(NotImplementedError), open_batch():
            model(unpack(batch)[0], training=False)
