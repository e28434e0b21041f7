"""Categories of sparse tensors, of what has an entry and of nothing else; and sparse results.

Invariant: a place without an entry has no category, so it is in no count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._sparse.conversion import from_dense, to_dense
from ...._sparse.tensor import SparseTensor
from ...arguments import Flag


class SparseFlag(Flag):
    """Whether vectors of categories come out as sparse tensors; numbers of categories cannot."""

    def convert(self, owner: Any, value: bool) -> bool:
        if value and owner.output_mode == "int":
            raise ValueError(
                f"`{self.name}` may only be true if `output_mode` makes vectors of categories. "
                f"Received: {self.name}={value} and output_mode={owner.output_mode}"
            )
        return bool(value)


def as_asked(layer: Any, found: Any) -> Any:
    """What a layer has found: dense, or if it is asked for sparse vectors its entries."""
    return from_dense(found) if layer.sparse and layer.output_mode != "int" else found


def over_values(call: Callable[[Any], Any], inputs: Any) -> Any:
    """What `call` makes of a tensor, or of each entry of a sparse one, which stays so."""
    if isinstance(inputs, SparseTensor):
        return inputs.with_values(call(inputs.values))
    return call(inputs)


def encoded_sparse(
    numbers: SparseTensor, mode: str, depth: int, dtype: _core.DType, weights: Any = None
) -> _core.Tensor:
    """The same as `encoded`: a vector for each row, "multi_hot" or "count"; dense.

    "one_hot" is for one row in Keras 2 alone, else a `ValueError`.
    """
    values = _core.cast(numbers.values, _core.int64)
    if mode == "one_hot":
        if numbers.shape.rank != 1 or not is_keras_2_asked_for():
            raise ValueError(
                "When output_mode is `'one_hot'`, sparse inputs have too many axes. Received "
                f"output_mode={mode} and input shape {numbers.shape}"
            )
        return _core.one_hot(values, depth, dtype=dtype)
    known = _core.logical_and(values >= 0, values < depth)
    where = _core.concat([numbers.indices[:, :-1], values[:, None]], 1)
    amounts = _core.cast(_amounts(numbers, weights), dtype)
    shape = _core.concat([numbers.dense_shape[:-1], _core.constant([depth], _core.int64)], 0)
    found = _core.scatter_nd(
        _core.boolean_mask(where, known), _core.boolean_mask(amounts, known), shape
    )
    return _core.minimum(found, _core.ones_like(found)) if mode == "multi_hot" else found


def _amounts(numbers: SparseTensor, weights: Any) -> Any:
    if weights is None:
        return _core.ones_like(_core.cast(numbers.values, _core.float32))
    return (
        weights.values
        if isinstance(weights, SparseTensor)
        else _core.gather_nd(weights, numbers.indices)
    )


def looked_up(lookup: Any, inputs: SparseTensor) -> Any:
    """What a lookup makes of the entries alone; in Keras 3 one of integers takes the rest for 0."""
    if lookup._scalar_type is np.int64 and not is_keras_2_asked_for():
        return lookup.call(to_dense(inputs))
    return lookup._encoded(over_values(lambda v: lookup._numbers(lookup._as_array(v)), inputs))


def rows_of(batch: Any, as_array: Callable[[Any], Any]) -> list[list[Any]]:
    """The entries of each row of a tensor, sparse or not, as Python has them."""
    if not isinstance(batch, SparseTensor):
        values = as_array(batch)
        # A scalar text is no array.
        return values.reshape(len(values), -1).tolist() if np.ndim(values) else [[values]]
    rows: list[list[Any]] = [[] for _ in range(int(batch.dense_shape[0]))]
    for place, value in zip(batch.indices.numpy(), as_array(batch.values).tolist(), strict=True):
        rows[place[0]].append(value)
    return rows
