"""Inputs without values, for models that are put together from layers before there are data.

Calling a layer on a `KerasTensor` builds the layer, finds the shape of its output by running it on
zeros, and remembers the call as a `Node`. Invariant: nodes are numbered as they are made, so their
numbers are a topological order.
"""

from __future__ import annotations

import itertools
from typing import Any

from .. import _core
from .._structure import nest

_numbers = itertools.count()


class Node:
    """One call of a layer: its arguments (which hold `KerasTensor`s) and what came out."""

    def __init__(self, layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.number = next(_numbers)
        self.layer = layer
        self.args = args
        self.kwargs = kwargs
        self.outputs: Any = None

    def parents(self) -> list[Node]:
        """The nodes whose outputs this one takes."""
        return [leaf.node for leaf in nest.flatten((self.args, self.kwargs)) if is_symbolic(leaf)]


class KerasTensor:
    """The place of a tensor in a model: a shape, whose unknown dimensions are None, and a dtype.

    Only layers take it; an operation on it raises `TypeError`.

    >>> import gradtape as tf
    >>> tf.keras.Input(shape=(3,), name="features")
    <KerasTensor: shape=(None, 3) dtype=float32 (created by layer 'features')>
    """

    def __init__(self, shape: Any, dtype: Any, node: Node) -> None:
        self.shape = _core.TensorShape(shape)
        self.dtype = _core.as_dtype(dtype)
        self.node = node

    @property
    def name(self) -> str:
        """The name of the layer that made it."""
        return str(self.node.layer.name)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        raise TypeError(
            "A KerasTensor has no value: pass it to layers only. To use an operation in a model "
            "that is made from tf.keras.Input, wrap it in tf.keras.layers.Lambda."
        )

    def __repr__(self) -> str:
        return (
            f"<KerasTensor: shape={self.shape} dtype={self.dtype.name} "
            f"(created by layer {self.node.layer.name!r})>"
        )


def entry(layer: Any, shape: Any, dtype: Any) -> KerasTensor:
    """A symbolic tensor that comes from no call: `layer` stands for where it enters."""
    node = Node(layer, (), {})
    node.outputs = KerasTensor(shape, dtype, node)
    return node.outputs


def is_symbolic(value: Any) -> bool:
    """True for a `KerasTensor` and for a structure that holds one."""
    if isinstance(value, KerasTensor):
        return True
    if not nest.is_nested(value):
        return False
    return any(isinstance(leaf, KerasTensor) for leaf in nest.flatten(value))


def symbolic_call(layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The outputs, without values, of `layer(*args, **kwargs)`."""
    node = Node(layer, args, kwargs)
    once, twice = (_probe(layer, args, kwargs, size) for size in (1, 2))
    node.outputs = nest.map_structure(
        lambda one, two: KerasTensor(_common(one.shape, two.shape), one.dtype, node), once, twice
    )
    return node.outputs


def _probe(layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any], size: int) -> Any:
    """Run `layer` on zeros, with `size` in place of each unknown dimension."""

    def zeros(leaf: Any) -> Any:
        if not isinstance(leaf, KerasTensor):
            return leaf
        return _core.zeros([size if d is None else d for d in leaf.shape.as_list()], leaf.dtype)

    args, kwargs = nest.map_structure(zeros, (args, kwargs))
    with _core.stop_recording_all():
        return layer(*args, **kwargs)


def _common(one: Any, two: Any) -> list[int | None]:
    """The dimensions that do not depend on the size of the probe, None for those that do."""
    pairs = zip(one.as_list(), two.as_list(), strict=True)
    return [first if first == second else None for first, second in pairs]


def nodes_between(inputs: list[KerasTensor], outputs: list[KerasTensor]) -> list[Node]:
    """The nodes that `outputs` need, in the order in which they must run.

    `inputs` end the search.
    """
    found: dict[int, Node] = {}
    given = {tensor.node.number for tensor in inputs}
    pending = [tensor.node for tensor in outputs]
    while pending:
        node = pending.pop()
        if node.number not in found and node.number not in given:
            found[node.number] = node
            pending.extend(node.parents())
    return [found[number] for number in sorted(found)]
