"""Which inputs of a model a symbolic tensor is computed from."""

from __future__ import annotations

from typing import Any

from .._structure import nest
from .symbolic import KerasTensor, is_symbolic


def get_source_inputs(tensor: KerasTensor) -> list[KerasTensor]:
    """The model inputs that a symbolic tensor is computed from; anything else as it is.

    >>> a, b = tf.keras.Input([2]), tf.keras.Input([2])
    >>> [t is b for t in tf.keras.utils.get_source_inputs(tf.keras.layers.Add()([a, b]))]
    [False, True]
    """
    if not is_symbolic(tensor):
        return [tensor] if tensor is not None else []
    found: dict[int, Any] = {}
    seen, waiting = {tensor.node}, [tensor.node]
    for node in waiting:  # grows
        parents = [parent for parent in node.parents() if parent not in seen]
        if not node.parents():
            found[node.number] = node.outputs
        seen.update(parents)
        waiting += dict.fromkeys(parents)
    return [one for number in sorted(found) for one in nest.flatten(found[number])]
