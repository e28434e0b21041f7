"""How Keras 2 says of symbolic tensors what values will be that have parts: sparse and ragged ones.

A ragged one is so in its last open dimension and those before it, but for that of examples.
"""

from __future__ import annotations

from typing import Any


def spec_of_parts(symbol: Any) -> str | None:
    """The text for this symbolic tensor, or None if it stands for a plain tensor."""
    sizes, dtype = symbol.shape.as_list(), f"tf.{symbol.dtype.name}"
    if symbol.sparse:
        return f"SparseTensorSpec(TensorShape({sizes}), {dtype})"
    if not symbol.ragged:
        return None
    rank = max((axis for axis, size in enumerate(sizes) if axis and size is None), default=0)
    return f"RaggedTensorSpec(TensorShape({sizes}), {dtype}, {rank}, tf.int64)"
