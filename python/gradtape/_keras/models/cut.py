"""Networks that begin at what layers make: they get inputs of their own there.

Invariant: no layer is called or built; a call is written down again with the new symbolic tensors
in place of the old ones, as Keras does, so that the layers that made the old ones are not in the
network.
"""

from __future__ import annotations

from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..call_order import nodes_between
from ..layers.entry import InputLayer
from ..symbolic import KerasTensor, Node, is_symbolic


def at_inputs(inputs: Any, outputs: Any) -> tuple[Any, Any]:
    """`inputs` and `outputs`, or in their place those of a network with inputs of its own.

    What is not symbolic stays, for the network to refuse.
    """
    entries, ends = nest.flatten(inputs), nest.flatten(outputs)
    symbols = all(isinstance(tensor, KerasTensor) for tensor in [*entries, *ends])
    if not symbols or all(map(_is_entry, entries)):
        return inputs, outputs
    new = {id(tensor): tensor if _is_entry(tensor) else _entry_like(tensor) for tensor in entries}
    for node in nodes_between(entries, ends):
        _write_again(node, new)
    return _replaced(inputs, new), _replaced(outputs, new)


def _is_entry(tensor: KerasTensor) -> bool:
    return tensor.node.is_input


def _entry_like(tensor: KerasTensor) -> KerasTensor:
    name = None if is_keras_2_asked_for() else f"{tensor.name}CLONE"
    made = InputLayer(
        batch_shape=tensor._shape, dtype=tensor._dtype, name=name, sparse=tensor.sparse
    ).output
    made._probes = tensor._probes
    made.masked = tensor.masked
    return made


def _write_again(node: Node, new: dict[int, Any]) -> None:
    """The call with what is new in place of its arguments; `new` knows its outputs afterwards."""
    if not any(id(leaf) in new for leaf in _symbols((node.args, node.kwargs))):
        return
    args, kwargs = _replaced((node.args, node.kwargs), new)
    again = Node(node.layer, args, kwargs)
    again.call, again.seeds = node.call, node.seeds
    again.outputs = nest.map_structure(lambda leaf: _like(leaf, again), node.outputs)
    for old, made in zip(nest.flatten(node.outputs), nest.flatten(again.outputs), strict=True):
        new.setdefault(id(old), made)
    again.remember()


def _like(leaf: Any, node: Node) -> Any:
    if not isinstance(leaf, KerasTensor):
        return leaf
    made = KerasTensor.of_call(
        node,
        leaf._shape,
        leaf._dtype,
        probes=leaf._probes,
        sparse=leaf.sparse,
        ragged=leaf.ragged,
        name=leaf.name if is_keras_2_asked_for() else f"{leaf.name}CLONE",
    )
    made.has_a_row_an_example, made.masked = leaf.has_a_row_an_example, leaf.masked
    return made


def _symbols(structure: Any) -> list[KerasTensor]:
    return [leaf for leaf in nest.flatten(structure) if is_symbolic(leaf)]


def _replaced(structure: Any, new: dict[int, Any]) -> Any:
    return nest.map_structure(lambda leaf: new.get(id(leaf), leaf), structure)
