"""`rearrange`: axes with names, split, moved and joined as a pattern says."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from ... import _core
from ..promotion import tensor as as_tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import TensorLike

Groups = list[list[str]]


@operation
def rearrange(tensor: TensorLike, pattern: str, **axes_lengths: int) -> _core.Tensor:
    """`tensor` with its axes as the right side of a pattern has them.

    In "b (h s) c -> b h (s c)" brackets split an axis or join several; lengths that do not follow
    are given by name. Errors: `ValueError` for patterns that do not fit.

    >>> tf.keras.ops.rearrange(tf.zeros([2, 6, 5]), "b (h s) c -> b h (s c)", s=3).shape
    TensorShape([2, 2, 15])
    """
    return _rearranged(tensor, pattern, axes_lengths)


def _rearranged(x: TensorLike, pattern: str, given: dict[str, int]) -> _core.Tensor:
    found = as_tensor(x)
    if not isinstance(pattern, str):
        raise TypeError(f"A pattern is a text. Received: {pattern!r}")
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError(f"A pattern has one `->`. Received: {pattern!r}")
    before, behind = (_groups(side, pattern) for side in sides)
    names = [name for group in before for name in group]
    wanted = [name for group in behind for name in group]
    if sorted(names) != sorted(wanted) or len(set(names)) != len(names):
        raise ValueError(f"Both sides of a pattern have the same axes, each once: {pattern!r}")
    if len(before) != found.shape.rank:
        raise ValueError(f"{pattern!r} is for {len(before)} axes, not for shape {found.shape}.")
    known = _lengths(before, found, given, pattern)
    split = _core.reshape(found, [known[name] for name in names])
    moved = _core.transpose(split, [names.index(name) for name in wanted])
    return _core.reshape(moved, [math.prod(known[name] for name in group) for group in behind])


def _groups(side: str, pattern: str) -> Groups:
    """The axes of one side: each a list of the names that it is made of."""
    parts = re.findall(r"\(([^()]*)\)|(\w+)", side)
    if re.sub(r"\([^()]*\)|\w+|\s", "", side):
        raise ValueError(f"A pattern has names and brackets alone. Received: {pattern!r}")
    return [[alone] if alone else inner.split() for inner, alone in parts]


def _lengths(
    groups: Groups, x: _core.Tensor, given: dict[str, int], pattern: str
) -> dict[str, int]:
    """The length of each name; one of a group may be left open."""
    known: dict[str, int] = {}
    for group, size in zip(groups, x.shape.as_list(), strict=True):
        sizes = {name: int(given[name]) for name in group if name in given}
        missing = [name for name in group if name not in sizes]
        part = math.prod(sizes.values())
        if missing and part > 0 and len(missing) == 1:
            sizes[missing[0]] = size // part
        if len(missing) > 1 or min(sizes.values(), default=1) < 0:
            raise ValueError(f"The lengths of {missing} in {pattern!r} do not follow.")
        if math.prod(sizes.values()) != size:
            raise ValueError(f"{sizes} is not an axis of length {size}, in {pattern!r}.")
        known.update(sizes)
    return known
