"""Elements as rows of columns: how slices, shuffles and batches move numbers instead of tensors.

A dataset cut from tensors, and what only rearranges its elements, can say which rows it yields.
`batch` then takes whole rows at once. A block of row numbers is a `range` or a NumPy array; the
blocks of one pass, joined, are the order of the elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure import nest

if TYPE_CHECKING:
    from .._typing import Array

Block = Any  # range | numpy.ndarray


class Rows:
    """The columns, and a function that starts a new pass over the blocks of row numbers."""

    def __init__(self, columns: Any, blocks: Callable[[], Iterator[Block]]) -> None:
        self.columns = columns
        self.blocks = blocks

    def rearranged(self, blocks: Callable[[], Iterator[Block]]) -> Rows:
        """The same columns in another order."""
        return Rows(self.columns, blocks)

    def first(self) -> Any:
        """The first row of the columns, whatever the order."""
        return _of_each(lambda column: column[0], self.columns)

    def elements(self) -> Iterator[Any]:
        """The rows, one by one."""
        flat = nest.flatten(self.columns)
        bare = not nest.is_nested(self.columns)
        for block in self.blocks():
            for row in block if isinstance(block, range) else block.tolist():
                values = [None if column is None else column[row] for column in flat]
                yield values[0] if bare else nest.pack_sequence_as(self.columns, values)

    def batches(self, size: int, drop_remainder: bool) -> Iterator[Any]:
        """The rows, `size` at a time."""
        for block in regrouped(self.blocks(), size):
            if len(block) == size or not drop_remainder:
                yield self._take(block)

    def _take(self, block: Block) -> Any:
        if isinstance(block, range) and block.step == 1:
            return _of_each(lambda column: column[block.start : block.stop], self.columns)
        numbers = _core.convert_to_tensor(_array(block))
        return _of_each(lambda column: _core.gather(column, numbers), self.columns)


def _of_each(rows: Callable[[Any], Any], columns: Any) -> Any:
    """The rows of each column; None where there is none."""
    return nest.map_structure(lambda column: None if column is None else rows(column), columns)


def regrouped(blocks: Iterator[Block], size: int) -> Iterator[Block]:
    """The same row numbers in blocks of `size`; the last may be smaller."""
    rest: Block = range(0)
    for block in blocks:
        if len(rest):
            taken = size - len(rest)
            rest, block = joined(rest, block[:taken]), block[taken:]
            if len(rest) < size:
                continue
            yield rest
        whole = len(block) - len(block) % size
        for start in range(0, whole, size):
            yield block[start : start + size]
        rest = block[whole:]
    if len(rest):
        yield rest


def joined(one: Block, other: Block) -> Block:
    """Two blocks as one."""
    if not len(one):
        return other
    if not len(other):
        return one
    return np.concatenate([_array(one), _array(other)])


def first(blocks: Iterator[Block], count: int) -> Iterator[Block]:
    """The first `count` row numbers; all of them if `count` is negative.

    No block is asked for beyond those: behind `repeat` that would begin a pass over a shuffle.
    """
    if count < 0:
        yield from blocks
    while count > 0:
        block = next(blocks, None)
        if block is None:
            return
        yield block[:count]
        count -= len(block)


def after(blocks: Iterator[Block], count: int) -> Iterator[Block]:
    """The row numbers after the first `count`; none if `count` is negative."""
    if count < 0:
        return
    for block in blocks:
        if count < len(block):
            yield block[count:]
        count = max(count - len(block), 0)


def _array(block: Block) -> Array:
    return np.asarray(block, dtype=np.int64)
