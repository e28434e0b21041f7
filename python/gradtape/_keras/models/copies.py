"""Copies of models: Keras writes a model, and reads it again.

So `copy.copy` of one that is built has weights of its own too, and the weights of a copy are made
with the values of initializers, which take their draws, before they get those of the model.
"""

from __future__ import annotations

import copy
from typing import Any

from ..seed_generator import copying_a_model


class Copies:
    """Mixin of `Model`.

    >>> import copy
    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    >>> copied = copy.copy(model)
    >>> copied.layers[0].kernel is model.layers[0].kernel
    False
    """

    built: bool

    def __copy__(self) -> Any:
        if self.built:
            return copy.deepcopy(self)
        made = type(self).__new__(type(self))
        vars(made).update(vars(self))
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        made = memo[id(self)] = type(self).__new__(type(self))
        with copying_a_model():
            vars(made).update({k: copy.deepcopy(v, memo) for k, v in vars(self).items()})
        return made
