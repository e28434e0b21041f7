"""Seeds that a chain of layers takes where Keras 2 makes its network: at a first call in training.

There each layer runs once more, on symbols, so that one with a seed goes on to the next.
"""

from __future__ import annotations

from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..base_layer.calling import current_call
from ..layer_seeds import LayerSeeds
from ..seed_generator import is_held


def take_seeds_ahead(chain: Any) -> None:
    """Take them for the layers of a chain that was not built, and of those in it."""
    call = current_call() if is_keras_2_asked_for() and not is_held() else None
    if call is not None and call.training and not chain._has_seeds_ahead:
        _take(chain)


def _take(chain: Any) -> None:
    chain.__dict__["_has_seeds_ahead"] = True
    for layer in chain.layers:
        if hasattr(layer, "_has_seeds_ahead") and not layer.built:
            _take(layer)
        for part in layer._layers_and_self():
            for value in vars(part).values():
                if isinstance(value, LayerSeeds):
                    value.take_ahead()
