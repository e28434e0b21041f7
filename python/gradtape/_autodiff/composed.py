"""Structures of targets and sources in which ragged and sparse tensors stand for their values.

Invariant: `pack` puts what belongs to the values of such a tensor into one like it; where nothing
is known of any of them, there is None.
"""

from __future__ import annotations

from typing import Any

from .._structure import nest
from .._structure.composites import Composite


def is_plain(x: Any) -> bool:
    """Whether this is one object, and no tensor of several."""
    return not nest.is_nested(x) and not isinstance(x, Composite)


def flatten(structure: Any) -> list[Any]:
    """The leaves in order; of a composite, the tensors that it holds."""
    return [part for leaf in nest.flatten(structure) for part in _parts_of(leaf)]


def pack(structure: Any, flat: list[Any]) -> Any:
    """A structure like this one of what belongs to the leaves that `flatten` gives."""
    found, source = [], iter(flat)
    for leaf in nest.flatten(structure):
        parts = [next(source) for _ in _parts_of(leaf)]
        found.append(_whole(leaf, parts) if isinstance(leaf, Composite) else parts[0])
    return nest.pack_sequence_as(structure, found)


def _parts_of(leaf: Any) -> list[Any]:
    parts = leaf._parts() if isinstance(leaf, Composite) else []
    return parts or [leaf]


def _whole(leaf: Any, parts: list[Any]) -> Any:
    leaf._require_gradients()
    return None if any(part is None for part in parts) else leaf._with_parts(parts)
