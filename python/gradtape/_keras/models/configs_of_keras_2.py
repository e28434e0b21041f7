"""What Keras 2 says of a model of a program's class, unless the class says it itself.

A network that such a class makes is told by its name, whether it is trained, and its arguments; a
model with a `call` by its arguments alone. Arguments that are no numbers, texts and the like are
left out, with which Keras 2 lets a model be configured that cannot be made again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def of_own_class(model: Any, as_layer: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The configuration; `as_layer` gives that of any layer, or `NotImplementedError`.

    A `get_config` over this one gets nothing of a model with a `call`.
    """
    held = vars(model)
    if model._network_of_layers is not None:
        own = {"name": model.name, "trainable": model.trainable}
        given = held.get("_made_with", held.get("_made_of"))
        return {**model._fitting_own(own), **(given or {})}
    if "_made_with" not in held:
        return {}
    try:
        return as_layer()
    except NotImplementedError:
        return {}
