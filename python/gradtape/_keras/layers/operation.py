"""`Operation`: a function of the library in a model that is made from symbolic inputs.

`i * 2.0`, `tf.nn.relu(i)`, `i[:, 0]` and `keras.ops.sum(i)` on a symbolic tensor become layers of
this class. Files have a function by its name in the core, or by its path in `keras.ops`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ... import _core
from ..base_layer.layer import Layer
from ..naming import unique_name
from ..probes import symbolic_call
from ..symbolic import carried_mask, is_symbolic, set_operation

# The functions that are not the core's.
_OTHERS: dict[str, Callable[..., Any]] = {"getitem": operator.getitem, "carried_mask": carried_mask}


class Operation(Layer):
    """Calls a function with the arguments as they are; it has no weights.

    `function` is one of the library's, or its name, so that a model with it can be saved.

    >>> import gradtape as tf
    >>> i = tf.keras.Input(shape=(2,))
    >>> model = tf.keras.Model(i, tf.reduce_sum(i * 2.0, axis=-1))
    >>> model(tf.constant([[1.0, 3.0]])).numpy().tolist()
    [8.0]
    """

    def __init__(self, function: Callable[..., Any] | str, name: str | None = None) -> None:
        known = _by_name(function) if isinstance(function, str) else function
        self.function = known
        super().__init__(name=name or _layer_name(known))
        self.built = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if is_symbolic((args, kwargs)):
            return symbolic_call(self, args, kwargs)
        return self.function(*args, **kwargs)

    def get_config(self) -> dict[str, Any]:
        path = getattr(self.function, "keras_path", self.function.__name__)
        return {"function": path, "name": self.name}


def _layer_name(function: Callable[..., Any]) -> str:
    of_keras = hasattr(function, "keras_path")
    return unique_name(function.__name__ if of_keras else f"tf.{function.__name__}")


def _by_name(name: str) -> Callable[..., Any]:
    if name.startswith("keras.ops."):
        from ..ops.catalog import FUNCTIONS  # at call time: most models have none of them

        return FUNCTIONS[name.removeprefix("keras.ops.")]
    return _OTHERS.get(name) or getattr(_core, name)


set_operation(Operation)
