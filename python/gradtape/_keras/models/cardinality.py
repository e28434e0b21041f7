"""Whether the parts of data have as many rows as each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest

EMPTY = "Expected input data to be non-empty."


def check(x: Any, y: Any, sample_weight: Any) -> None:
    """`ValueError` with the lengths of all arrays, in Keras's words, if they are not the same; in
    Keras 2 also where they are all 0."""
    parts = {"x": x, "y": y, "sample_weight": sample_weight}
    found = {name: list(_lengths(part)) for name, part in parts.items() if part is not None}
    different = {length for lengths in found.values() for length in lengths}
    if different == {0} and is_keras_2_asked_for():
        raise ValueError(EMPTY)
    if len(different) <= 1:
        return
    same = "Make sure all arrays contain the same number of samples."
    told = {name: ", ".join(map(str, lengths)) for name, lengths in found.items()}
    if is_keras_2_asked_for():
        lines = "".join(f"  {name} sizes: {sizes}\n" for name, sizes in told.items())
        raise ValueError(f"Data cardinality is ambiguous:\n{lines}{same}")
    lines = "".join(f"'{name}' sizes: {sizes}\n" for name, sizes in told.items())
    raise ValueError(f"Data cardinality is ambiguous. {same}{lines}")


def _lengths(part: Any) -> Iterator[int]:
    for leaf in nest.flatten(part):
        shape = getattr(leaf, "shape", None)
        if shape is not None and len(shape) and shape[0] is not None:
            yield int(shape[0])
