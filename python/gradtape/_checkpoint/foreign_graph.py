"""The graph of objects in a checkpoint of TensorFlow, in the names that gradtape's objects have.

Modules, lists and dicts have the same names. Models and optimizers of Keras are told by what they
hold: Keras 3 keeps layers in a list of operations, and writes `_kernel`; optimizers keep their
slots in lists (Keras 3, and Keras 2 since TensorFlow 2.11) or beside the variables (before).
"""

from __future__ import annotations

from typing import Any

from .. import _core, errors
from .._io.messages import decode_error, message
from .bundle import GRAPH, Bundle

_VALUE = "VARIABLE_VALUE"
Node = dict[str, Any]


def nodes_of(bundle: Bundle) -> list[Node]:
    """For each object its `children` (numbers by name) and the `key` of its value, or None."""
    graph = _graph(bundle)
    nodes = [_node(found) for found in graph.nodes]
    keys = {None, *bundle.names()}
    for node in nodes:
        inside = all(0 <= place < len(nodes) for place in node["children"].values())
        if not inside or node["key"] not in keys:
            raise bundle.damaged("its graph of objects is damaged")
    for place, found in enumerate(graph.nodes):
        _rename(nodes, place, found)
    return nodes


def _graph(bundle: Bundle) -> Any:
    if GRAPH not in bundle.names():
        raise errors.UnimplementedError(
            None,
            None,
            "This checkpoint has values by name and no graph of objects, as TensorFlow 1 writes "
            "them: read it with tf.train.load_checkpoint, and assign its values.",
        )
    if bundle.dtype(GRAPH) != _core.string or bundle.shape(GRAPH):
        raise bundle.damaged("its graph of objects is damaged")
    try:
        data = bundle.tensor(GRAPH).numpy()
        graph = message("TrackableObjectGraph").FromString(data)
    except decode_error() as error:
        raise bundle.damaged("its graph of objects is damaged") from error
    if not graph.nodes:
        raise bundle.damaged("its graph of objects is empty")
    return graph


def _node(found: Any) -> Node:
    keys = [one.checkpoint_key for one in found.attributes if one.name == _VALUE]
    children = {child.local_name: child.node_id for child in found.children}
    return {"children": children, "key": keys[0] if keys else None}


def _rename(nodes: list[Node], place: int, found: Any) -> None:
    children = nodes[place]["children"]
    if "_functional" in children:  # a `Sequential` of Keras 3, whose first operation is its input
        _number_layers(nodes, children, nodes[children["_functional"]]["children"], 1)
    elif "_operations" in children:
        _number_layers(nodes, children, children, 0)
    if found.slot_variables:
        _list_slots(nodes, place, found.slot_variables)
    elif {"_variables", "_iterations", "_learning_rate"} <= children.keys():
        _take_out_rate(nodes, children)
    for name in list(children):
        if name.startswith("_"):
            children.setdefault(name.lstrip("_"), children[name])


def _listed(node: Node) -> list[int]:
    """The objects of a list, in their order."""
    children = node["children"]
    return [children[name] for name in sorted(filter(str.isdigit, children), key=int)]


def _number_layers(nodes: list[Node], children: Any, holder: Any, first: int) -> None:
    """Name the layers as Keras 2 does: `layer-0`, `layer-1` ..."""
    if "_operations" in holder:
        for number, layer in enumerate(_listed(nodes[holder["_operations"]])[first:]):
            children.setdefault(f"layer-{number}", layer)


def _list_of(nodes: list[Node], places: list[int]) -> int:
    """A new object that is a list of others."""
    children = {str(number): place for number, place in enumerate(places)}
    nodes.append({"children": children, "key": None})
    return len(nodes) - 1


def _take_out_rate(nodes: list[Node], children: Any) -> None:
    """Leave the learning rate out of the list of variables, where Keras 3 has it too."""
    listed = _listed(nodes[children["_variables"]])
    if children["_learning_rate"] in listed:
        listed.remove(children["_learning_rate"])
        children["_variables"] = _list_of(nodes, listed)


def _list_slots(nodes: list[Node], place: int, slots: Any) -> None:
    """The list of variables of an older optimizer of Keras 2: the count, the slots.

    Its learning rate stands beside it; its other numbers are settings, which are not restored.
    """
    children = nodes[place]["children"]
    by_variable: dict[int, list[int]] = {}
    for slot in slots:
        by_variable.setdefault(slot.original_variable_node_id, []).append(
            slot.slot_variable_node_id
        )
    own = [children["iter"]] if "iter" in children else []
    rate = children.get("learning_rate")
    if all(0 <= slot < len(nodes) for found in by_variable.values() for slot in found):
        listed = own + [slot for found in by_variable.values() for slot in found]
        for setting in set(children.values()) - {*listed, rate}:
            nodes[setting]["key"] = None
        children["_variables"] = _list_of(nodes, listed)
        if rate is not None:
            children["_learning_rate"] = rate
