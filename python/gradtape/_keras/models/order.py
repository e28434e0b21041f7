"""The orders in which a model of symbolic tensors lists its layers, and so its weights, and runs.

They are Keras's, so that lists of weights mean the same in both, and random numbers of branches
come to the same ones: layers that are further from the outputs come first, those equally far in the
order in which a walk back from the outputs meets them; calls that are equally far run in the order
in which their distances are settled.
"""

from __future__ import annotations

from typing import Any

from ..symbolic import KerasTensor, Node


def layers_in_order(entries: list[KerasTensor], outputs: list[KerasTensor]) -> list[Any]:
    """The layers from `entries` to `outputs`, each once; unused inputs last."""
    met, nodes = _walk_back(entries, outputs)
    depths, _ = _depths(nodes)
    for entry in entries:
        depths.setdefault(entry.node.layer, 0)
        met.setdefault(entry.node.layer, -1)
    return sorted(depths, key=lambda layer: (-depths[layer], met[layer]))


def nodes_in_order(entries: list[KerasTensor], outputs: list[KerasTensor]) -> list[Node]:
    """The calls from `entries` to `outputs`, and those that made the entries, as they run."""
    _, nodes = _walk_back(entries, outputs)
    _, depths = _depths(nodes)
    return sorted(nodes, key=lambda node: depths[node])


def nodes_by_depth(entries: list[KerasTensor], outputs: list[KerasTensor]) -> dict[int, list[Node]]:
    """The calls by how many others lie behind them; those of the outputs are at 0."""
    found: dict[int, list[Node]] = {}
    _, depths = _depths(_walk_back(entries, outputs)[1])
    for node, (depth, _) in depths.items():
        found.setdefault(-depth, []).append(node)
    return found


def _walk_back(
    entries: list[KerasTensor], outputs: list[KerasTensor]
) -> tuple[dict[Any, int], list[Node]]:
    """When each layer is met, a node before its inputs; the nodes, each after its inputs."""
    ends = {entry.node for entry in entries}
    met: dict[Any, int] = {}
    done: dict[Node, None] = {}
    pending = [(tensor.node, False) for tensor in reversed(outputs)]
    while pending:
        node, inputs_are_done = pending.pop()
        if inputs_are_done:
            done[node] = None
        elif node not in done:
            met.setdefault(node.layer, len(met))
            pending.append((node, True))
            if node not in ends:
                pending.extend((parent, False) for parent in reversed(node.parents()))
    return met, list(done)


def _depths(nodes: list[Node]) -> tuple[dict[Any, int], dict[Node, tuple[int, int]]]:
    """How many calls lie between each layer and the outputs, along the longest way.

    Of each call too, in a pair that sorts calls as they run.
    """
    of_nodes: dict[Node, int] = {}
    of_layers: dict[Any, int] = {}
    for node in reversed(nodes):
        depth = max(of_nodes.get(node, 0), of_layers.get(node.layer, 0))
        of_nodes[node] = of_layers[node.layer] = depth
        for parent in node.parents():
            of_nodes[parent] = max(depth + 1, of_nodes.get(parent, 0))
    return of_layers, {node: (-of_nodes[node], rank) for rank, node in enumerate(of_nodes)}
