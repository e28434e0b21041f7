"""Data of validation: the part that is held out, and the epochs after which it is looked at."""

from __future__ import annotations

import math
from typing import Any

from ..._ragged.tensor import RaggedTensor
from ..._runtime.versions import is_keras_2_asked_for
from ..._sparse.arranging import slice as sparse_slice
from ..._sparse.tensor import SparseTensor
from ..._structure import nest
from .batches import unpack

_SCALARS = (int, float, str, bytes)
_ONLY_ARRAYS = (
    "`validation_split` is only supported for Tensors or NumPy arrays, found following types in "
    "the input: {}"
)

_TOO_FEW = (
    "Training data contains {count} samples, which is not sufficient to split it into a validation "
    "and training set as specified by `validation_split={fraction}`. Either provide more data, or "
    "a different value for the `validation_split` argument."
)


def is_due(epoch: int, frequency: Any) -> bool:
    """Whether there is validation after the epoch of this number."""
    return epoch % frequency == 0 if isinstance(frequency, int) else epoch in frequency


def as_triple(data: Any) -> tuple[Any, Any, Any]:
    """Validation data as `(x, y, sample_weight)`; a dataset is `x`."""
    return unpack(data) if isinstance(data, (tuple, list)) else (data, None, None)


def _has_parts(data: Any) -> bool:
    """Whether rows can be asked for: in Keras 2 not of what is sparse or ragged."""
    is_dense = not (isinstance(data, (SparseTensor, RaggedTensor)) or hasattr(data, "tocsr"))
    if not is_dense:
        return not is_keras_2_asked_for()
    return data is None or hasattr(data, "__getitem__")


def _rows(data: Any, where: slice) -> Any:
    if isinstance(data, SparseTensor):
        return _sparse_rows(data, where)
    return (data.tocsr() if hasattr(data, "tocsr") else data)[where]


def _sparse_rows(data: SparseTensor, where: slice) -> SparseTensor:
    first, last, _ = where.indices(int(data.shape[0]))
    others = [int(size) for size in data.shape][1:]
    return sparse_slice(data, [first] + [0] * len(others), [last - first, *others])


def split(x: Any, y: Any, weight: Any, fraction: float) -> tuple[Any, Any, Any, Any]:
    """The first part of everything, and the last as a triple; `ValueError` for numbers in lists,
    for what has no parts, such as a dataset, and where one of the two would be empty."""
    leaves = nest.flatten((x, y, weight))
    misfits = [type(one) for one in leaves if isinstance(one, _SCALARS) or not _has_parts(one)]
    if misfits:
        raise ValueError(_ONLY_ARRAYS.format(misfits))
    first_part = next(one for one in nest.flatten(x) if one is not None)
    count = int(first_part.shape[0]) if hasattr(first_part, "shape") else len(first_part)
    at = math.floor(count * (1.0 - fraction))
    if at in (0, count):
        raise ValueError(_TOO_FEW.format(count=count, fraction=fraction))

    def part(data: Any, where: slice) -> Any:
        return nest.map_structure(lambda one: None if one is None else _rows(one, where), data)

    first, last = slice(0, at), slice(at, None)
    held_out = tuple(part(data, last) for data in (x, y, weight))
    return part(x, first), part(y, first), part(weight, first), held_out
