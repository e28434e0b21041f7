"""What the borrowed `linalg` answers as TensorFlow does, and other backends otherwise."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

import gradtape


def replace_in(linalg: ModuleType) -> None:
    linalg.lu_factor = _with_swaps(linalg.lu_factor)  # type: ignore[attr-defined]


def _with_swaps(general: Callable[..., Any]) -> Callable[..., Any]:
    """The factors and, as LAPACK has them, the rows that were swapped, one after the other."""

    def lu_factor(a: Any) -> tuple[Any, Any]:
        lu, places = general(a)
        rows, columns = lu.shape[-2:]
        flat = np.asarray(places).reshape(-1, rows)
        swaps = np.stack([_swaps(np.argsort(each)) for each in flat])[:, : min(rows, columns)]
        return lu, gradtape.constant(swaps.reshape([*places.shape[:-1], -1]), gradtape.int32)

    return lu_factor


def _swaps(order: Any) -> Any:
    """Row `i` was exchanged with row `result[i]`, in turn, to bring the rows into `order`."""
    rows, result = list(range(len(order))), np.empty_like(order)
    for place, wanted in enumerate(order):
        other = rows.index(wanted)
        rows[place], rows[other] = rows[other], rows[place]
        result[place] = other
    return result
