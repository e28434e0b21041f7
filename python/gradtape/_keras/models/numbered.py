"""The names that the layers of a network have in a checkpoint.

Invariant: under Keras 2 a layer with weights has two names, the first of which counts layers with
weights alone; a layer without weights that a program puts between others moves none of those.
"""

from __future__ import annotations

from typing import Any

from ..._runtime.versions import is_keras_2_asked_for


def numbered_layers(layers: list[Any], held: dict[str, Any]) -> dict[str, Any]:
    """What a checkpoint saves of a model with a list of layers: `layer-0`, `layer-1` ...

    >>> from gradtape._keras.models.numbered import numbered_layers
    >>> numbered_layers(["a", "b"], {"_stacked_layers": [], "scale": 1})
    {'layer-0': 'a', 'layer-1': 'b', 'scale': 1}
    """
    lists = "_stacked_layers", "_layers_of_network"
    rest = {key: value for key, value in held.items() if key not in lists}
    return {**(_twice if is_keras_2_asked_for() else _once)(layers), **rest}


def _once(layers: list[Any]) -> dict[str, Any]:
    return {f"layer-{place}": layer for place, layer in enumerate(layers)}


def _twice(layers: list[Any]) -> dict[str, Any]:
    """Each layer by its place, and before that by its place among layers with weights."""
    names: dict[str, Any] = {}
    weighted = 0
    for place, layer in enumerate(layers):
        if _has_weights(layer):
            names[f"layer_with_weights-{weighted}"] = layer
            weighted += 1
        names[f"layer-{place}"] = layer
    return names


def _has_weights(layer: Any) -> bool:
    try:
        return bool(layer.weights)
    except ValueError:  # of a model that was not called yet
        return False
