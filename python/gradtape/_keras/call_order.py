"""The calls that symbolic tensors need, in the order in which they must run.

Invariant: a call stands behind those whose outputs it takes, since nodes are numbered as they are
made.
"""

from __future__ import annotations

from .symbolic import KerasTensor, Node


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
