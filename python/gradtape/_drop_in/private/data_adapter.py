"""What a program's own `train_step` takes batches apart with."""

from __future__ import annotations

import math
from typing import Any

from ... import _core
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
