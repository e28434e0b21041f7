"""`tensorflow.python.util.serialization`: objects of Keras in JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _core


def get_json_type(obj: Any) -> Any:
    """What JSON has of an object: its configuration, its values, its name.

    >>> from gradtape._drop_in.private.serialization import get_json_type
    >>> import gradtape as tf
    >>> get_json_type(tf.float32), get_json_type(tf.TensorShape([2, None])), get_json_type(len)
    ('float32', [2, None], 'len')

    `TypeError` for what has none of them.
    """
    if hasattr(obj, "get_config"):
        return {"class_name": type(obj).__name__, "config": obj.get_config()}
    if isinstance(obj, np.generic | np.ndarray):
        return obj.tolist() if isinstance(obj, np.ndarray) else obj.item()
    if isinstance(obj, _core.TensorShape):
        return obj.as_list()
    if isinstance(obj, _core.DType):
        return obj.name
    if callable(obj):
        return obj.__name__
    raise TypeError(
        f"Object {obj} is not JSON-serializable. You may implement a `get_config()` method."
    )
