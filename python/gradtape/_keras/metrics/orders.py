"""The order of what the base of the metrics takes: the dtype first, and in Keras 2 the name."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.manners import show_keras_2


def in_order(dtype: Any, name: Any) -> tuple[Any, Any]:
    """The dtype and the name of a metric, which a class for Keras 2 gives the other way round.

    What is no dtype is the name; Keras 3 refuses it.

    >>> from gradtape._keras.metrics.orders import in_order
    >>> in_order("accuracy", None), in_order("float64", "accuracy")
    ((None, 'accuracy'), ('float64', 'accuracy'))
    """
    if isinstance(name, _core.DType) or (isinstance(dtype, str) and not _is_dtype(dtype)):
        show_keras_2()
        return name, dtype
    return dtype, name


def _is_dtype(name: str) -> bool:
    try:
        _core.as_dtype(name)
    except TypeError:
        return False
    return True
