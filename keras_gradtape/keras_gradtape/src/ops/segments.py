"""What the borrowed `math` refuses, or takes in fewer types, and gradtape need not."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import gradtape

from .core import convert_to_tensor


def replace_in(math: ModuleType) -> None:
    for name in ("segment_sum", "segment_max", "segment_min", "segment_prod"):
        setattr(math, name, _of_any_number(getattr(math, name)))
    math.in_top_k = in_top_k  # type: ignore[attr-defined]


def _of_any_number(general: Callable[..., Any]) -> Callable[..., Any]:
    """A reduction of segments whose number may be told whether or not they are sorted."""

    def segments(
        data: Any, segment_ids: Any, num_segments: Any = None, sorted: bool = False
    ) -> Any:
        return general(data, segment_ids, num_segments, sorted and num_segments is None)

    segments.__name__ = general.__name__
    return segments


def in_top_k(targets: Any, predictions: Any, k: int) -> Any:
    """Whether each target is among the `k` greatest predictions of its row."""
    return gradtape.math.in_top_k(targets, convert_to_tensor(predictions, "float32"), k)
