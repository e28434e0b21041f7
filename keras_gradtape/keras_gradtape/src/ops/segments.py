"""What the borrowed `math` refuses, or takes in fewer types, and gradtape need not."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

import gradtape

from .core import convert_to_tensor


def replace_in(math: ModuleType) -> None:
    for name in ("segment_sum", "segment_prod"):
        setattr(math, name, _of_any_number(getattr(math, name)))
    for name, empty in (("segment_max", -np.inf), ("segment_min", np.inf)):
        setattr(math, name, _with_empty(_of_any_number(getattr(math, name)), empty))
    math.in_top_k = in_top_k  # type: ignore[attr-defined]


def _of_any_number(general: Callable[..., Any]) -> Callable[..., Any]:
    """A reduction of segments whose number may be told whether or not they are sorted."""

    def segments(
        data: Any, segment_ids: Any, num_segments: Any = None, sorted: bool = False
    ) -> Any:
        return general(data, segment_ids, num_segments, sorted and num_segments is None)

    segments.__name__ = general.__name__
    return segments


def _with_empty(general: Callable[..., Any], empty: float) -> Callable[..., Any]:
    """Segments of floats to which no row belongs are `empty`, as other backends have them."""

    def segments(
        data: Any, segment_ids: Any, num_segments: Any = None, sorted: bool = False
    ) -> Any:
        found = general(data, segment_ids, num_segments, sorted)
        if num_segments is None or not found.dtype.is_floating:
            return found
        is_met = np.isin(np.arange(int(num_segments)), np.asarray(segment_ids))
        is_met = is_met.reshape([-1, *[1] * (len(found.shape) - 1)])
        return gradtape.where(is_met, found, gradtape.constant(empty, found.dtype))

    segments.__name__ = general.__name__
    return segments


def in_top_k(targets: Any, predictions: Any, k: int) -> Any:
    """Whether each target is among the `k` greatest predictions of its row."""
    return gradtape.math.in_top_k(targets, convert_to_tensor(predictions, "float32"), k)
