"""What the outputs for single batches are together: arrays, ragged where their sizes differ."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _core
from ..._ragged.functions import concatenated
from ..._ragged.tensor import RaggedTensor
from ..._sparse.arithmetic import concat as sparse_concat
from ..._sparse.tensor import SparseTensor
from ..._structure import nest
from .outputs import as_array


def in_one(outputs: list[Any]) -> Any:
    """The outputs for batches, each one array, ragged or sparse tensor for all of the data."""
    return nest.map_structure(_in_one, *outputs)


def of_one(outputs: Any) -> Any:
    """The outputs for one batch as arrays; ragged and sparse tensors stay."""
    return nest.map_structure(_as_result, outputs)


def _as_result(output: Any) -> Any:
    return output if isinstance(output, (RaggedTensor, SparseTensor)) else as_array(output)


def _in_one(*parts: Any) -> Any:
    if len(parts) == 1:
        return _as_result(parts[0])
    if isinstance(parts[0], SparseTensor):
        return sparse_concat(0, [*parts])
    if isinstance(parts[0], RaggedTensor):
        return concatenated([*parts])
    arrays = [as_array(part) for part in parts]
    if not arrays[0].ndim:
        return np.stack(arrays)
    if len({array.shape[1:] for array in arrays}) > 1:
        return concatenated([_core.convert_to_tensor(array) for array in arrays])
    return np.concatenate(arrays)
