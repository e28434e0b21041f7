"""Which layers a model trains: in Keras 2 those that were trainable when it was compiled.

A discriminator that is compiled, and frozen before a model over it is compiled, goes on to be
trained by its own steps. Invariant: behind a loop the layers are as they were before it.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

from ..._runtime.versions import is_keras_2_asked_for
from ..weight import mark

_Loop = TypeVar("_Loop", bound=Callable[..., Any])


def trainable_now(model: Any) -> list[tuple[Any, bool]]:
    """The layers of a model and whether they are trainable now; in Keras 3 none, which asks when a
    step runs."""
    if not is_keras_2_asked_for():
        return []
    return [(layer, layer._trainable) for layer in model._layers_and_self()]


def with_state_of_compile(loop: _Loop) -> _Loop:
    """Decorator of a method that trains a model; its steps have what `trainable_now` told."""

    @functools.wraps(loop)
    def run(model: Any, *args: Any, **kwargs: Any) -> Any:
        steps = model._compiled_steps
        changed = [
            (layer, trained, layer._trainable)
            for layer, trained in (() if steps is None else steps.trainable)
            if layer._trainable is not trained
        ]
        if not changed:
            return loop(model, *args, **kwargs)
        for layer, trained, _ in changed:
            _set(layer, trained)
        try:
            return loop(model, *args, **kwargs)
        finally:
            for layer, _, now in changed:
                _set(layer, now)

    return run  # type: ignore[return-value]


def _set(layer: Any, trained: bool) -> None:
    layer._trainable = trained
    mark(layer._trainable_weights, trained)


def tell_of_no_weights() -> None:
    """Warns, as Keras 3, that there is nothing to train."""
    if not is_keras_2_asked_for():
        warnings.warn("The model does not have any trainable weights.", stacklevel=3)
