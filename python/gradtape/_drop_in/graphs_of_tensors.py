"""`graph` of tensors in TensorFlow's place, where libraries ask whose function a tensor is of.

Invariant: a tensor has one exactly where `executing_eagerly` is false; elsewhere it is refused.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._legacy.graphs import Graph, get_default_graph
from .._runtime.eager import executing_eagerly


def give(yes: bool) -> None:
    """Give tensors the attribute `graph`, or take it away."""
    kind: Any = _core.Tensor
    if yes:
        kind.graph = property(_graph)
    elif "graph" in vars(kind):
        del kind.graph


def _graph(tensor: Any) -> Graph:
    if executing_eagerly():
        raise AttributeError("Tensor.graph is undefined when eager execution is enabled.")
    return get_default_graph()
