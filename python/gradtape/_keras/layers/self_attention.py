"""The inputs of self-attention, where one tensor is queries, keys and values.

Its gradient is the sum of three, and the last places of a sum depend on which two come first.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.inside import is_inside


def in_pairs(query: Any, key: Any, value: Any, fused: bool) -> tuple[Any, Any, Any]:
    """The same, where all are one tensor the two whose gradients are added first as another.

    In TensorFlow these are those of queries and keys in graphs, in Keras 3's `fused` attention
    those of queries and values, and otherwise those of keys and values.
    """
    if not (query is key and key is value):
        return query, key, value
    pair = _core.identity(query)
    if is_inside():
        return pair, pair, value
    return (pair, key, pair) if fused else (query, pair, pair)
