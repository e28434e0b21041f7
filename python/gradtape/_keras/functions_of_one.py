"""Functions that TensorFlow turns into others where a list has one tensor alone.

Keras 2 makes the layers of a model of what is left then, so that names, tables and files show it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _core
from .._runtime.versions import is_keras_2_asked_for

_SYMBOL = "__tensor_function__"  # the method that symbolic tensors have


def as_left(
    function: Callable[..., Any], arguments: dict[str, Any]
) -> tuple[Callable[..., Any], dict[str, Any]]:
    """What is left of a function and its arguments: of a `concat` of one symbol an `identity`.

    >>> import gradtape as tf
    >>> from gradtape._keras.functions_of_one import as_left
    >>> x = tf.keras.Input((2,))
    >>> as_left(tf.add_n, {"inputs": [x]})[0] is tf.add_n
    True
    """
    if function is not _core.concat or not is_keras_2_asked_for():
        return function, arguments
    values = arguments["values"]
    listed = values if isinstance(values, list | tuple) else [values]
    if len(listed) != 1 or not hasattr(listed[0], _SYMBOL):
        return function, arguments
    return _core.identity, {"input": listed[0], "name": "concat"}
