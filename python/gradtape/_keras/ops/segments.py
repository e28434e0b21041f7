"""Sums and their like over the rows of one segment: those with one number in `segment_ids`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..promotion import tensor
from .calling import named

if TYPE_CHECKING:
    from ..._typing import IntLike, TensorLike

Function = Callable[..., Any]


_COUNT = """`num_segments` is one more than the largest number by default; numbers that are said to
be `sorted` must rise."""


def _segments(name: str, function: Function, in_order: Function, says: str) -> Function:
    def call(
        data: TensorLike,
        segment_ids: TensorLike,
        num_segments: IntLike | None = None,
        sorted: bool = False,
    ) -> _core.Tensor:
        rows, numbers = tensor(data), tensor(segment_ids)
        if sorted and num_segments is None:
            return in_order(rows, numbers)
        count = num_segments
        if count is None:
            most = int(_core.reduce_max(numbers)) if numbers.shape.num_elements() else -1
            count = max(most, -1) + 1
        return function(rows, numbers, int(count))

    return named(call, name, f"{says}\n\n{_COUNT}")


segment_sum = _segments(
    "segment_sum", _core.unsorted_segment_sum, _core.segment_sum, "The sums of segments."
)
segment_prod = _segments(
    "segment_prod", _core.unsorted_segment_prod, _core.segment_prod, "The products of segments."
)
segment_max = _segments(
    "segment_max",
    _core.unsorted_segment_max,
    _core.segment_max,
    "The largest of segments; the smallest number there is where a segment has no rows.",
)
segment_min = _segments(
    "segment_min",
    _core.unsorted_segment_min,
    _core.segment_min,
    "The smallest of segments; the largest number there is where a segment has no rows.",
)
