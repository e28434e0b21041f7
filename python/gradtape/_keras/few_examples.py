"""Layers that do the same for any number of examples, of a batch whose size is known.

For its shapes such a layer is run on one and on two examples: what a whole batch of pictures takes
would be minutes for a deep model.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._structure import nest
from .lookup import is_ours
from .stand_ins import stand_in
from .symbolic import KerasTensor, Node

_FEW = 1 << 15  # elements of a batch that are run as they are


def batch_of(node: Node) -> int | None:
    """The size of the batch that a run on fewer examples stands for; None where none does."""
    layer = node.layer
    if not is_ours(type(layer)) or not layer._takes_any_batch:
        return None
    leaves = [x for x in nest.flatten((node.args, node.kwargs)) if isinstance(x, KerasTensor)]
    if len(leaves) != 1 or leaves[0].masked is not None or leaves[0].sparse:
        return None
    sizes: list[Any] = leaves[0]._shape.as_list() if leaves[0]._shape.rank else [None]
    large = None not in sizes and sizes[0] > 2 and leaves[0]._shape.num_elements() > _FEW
    return sizes[0] if large and leaves[0]._dtype != _core.string else None


def of_few(leaf: KerasTensor, examples: int) -> Any:
    """What stands for a batch, with so many examples."""
    return stand_in([examples, *leaf._shape.as_list()[1:]], leaf._dtype)
