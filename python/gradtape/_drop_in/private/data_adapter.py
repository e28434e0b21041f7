"""What a program's own `train_step` takes batches apart with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ... import _core
from ..._keras import settings
from ..._keras.preprocessing.arrays import (
    pack_x_y_sample_weight as pack_x_y_sample_weight,
    unpack_x_y_sample_weight as unpack_x_y_sample_weight,
)
from ..._structure import nest


def expand_1d(data: Any) -> Any:
    """Vectors as columns, everything else as it is.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private.data_adapter import expand_1d
    >>> expand_1d((tf.zeros([3]), None))[0].shape
    TensorShape([3, 1])
    """

    def expanded(leaf: Any) -> Any:
        is_vector = isinstance(leaf, _core.Tensor) and len(leaf.shape) == 1
        return _core.expand_dims(leaf, -1) if is_vector else leaf

    return nest.map_structure(expanded, data)


def train_validation_split(arrays: Any, validation_split: float) -> tuple[Any, Any]:
    """The first part of all arrays, and the rest."""
    count = len(nest.flatten(arrays)[0])
    at = math.floor(count * (1.0 - validation_split))

    def part(where: slice) -> Any:
        return nest.map_structure(lambda leaf: None if leaf is None else leaf[where], arrays)

    return part(slice(0, at)), part(slice(at, None))


def class_weight_to_sample_weights(y: Any, class_weight: Mapping[int, float]) -> np.ndarray:
    """The weight of each example's class, 1 for a class without: from numbers or one-hot rows.

    >>> from gradtape._drop_in.private.data_adapter import class_weight_to_sample_weights
    >>> class_weight_to_sample_weights([[0, 1], [1, 0]], {1: 3.0})
    array([3., 1.], dtype=float32)
    """
    classes = np.asarray(y)
    if classes.ndim > 1:
        classes = classes.argmax(-1) if classes.shape[-1] != 1 else classes[..., 0]
    numbers = np.round(classes).astype(int)
    weights = [class_weight.get(int(number), 1.0) for number in numbers]
    return np.array(weights, dtype=settings.floatx())
