"""What `trainable` of a layer sets in Keras 3.

Invariant: a layer that has the value already is left as it is, and so are the layers below it,
which may have another.
"""

from __future__ import annotations

from typing import Any

from ..weight import mark, starts_trained


def set_trainable(layer: Any, value: Any) -> None:
    """Set the layer's own, that of the variables that it holds, then that of each layer in it.

    >>> import gradtape as tf
    >>> from gradtape._keras.base_layer.freezing import set_trainable
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, trainable=False)])
    >>> set_trainable(model, False)
    >>> set_trainable(model, True)
    >>> model.layers[0].trainable
    True
    """
    if value is layer._trainable:
        return
    layer._trainable = bool(value)
    own, inner = layer._weighing_parts()
    mark([weight for weight in own if starts_trained(weight)], layer._trainable)
    for part in inner:
        if hasattr(part, "_weighing_parts"):
            part.trainable = layer._trainable
