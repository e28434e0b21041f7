"""Models that an epoch builds: layers know as many examples as the data promise in every batch.

Keras builds them in the function that it traces, for data of which only that is known. What runs
eagerly is built for the first batch as it is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..base_layer.known_shapes import open_batch
from ..base_layer.searches import in_epoch


def of_an_epoch(run: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of the method of a model that runs an epoch over a source of batches."""
    run = in_epoch(run)

    @functools.wraps(run)
    def running(model: Any, source: Any, *args: Any) -> Any:
        steps, is_open = model._steps_runner(), not source.has_whole_batches()
        model.__dict__["_leaves_sizes_open"] = source.leaves_sizes_open()
        steps.begin_loop(source)
        if model.built or not (steps.traces and is_open):
            return run(model, source, *args)
        with open_batch():
            return run(model, source, *args)

    return running
