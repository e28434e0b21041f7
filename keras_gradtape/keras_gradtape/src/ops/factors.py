"""What the borrowed `linalg` answers as TensorFlow does, and other backends otherwise."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

import gradtape


def replace_in(linalg: ModuleType) -> None:
    linalg.lu_factor = lu_factor  # type: ignore[attr-defined]


def lu_factor(a: Any) -> tuple[Any, Any]:
    """The factors and, as LAPACK has them, the rows that were swapped, one after the other."""
    a = gradtape.convert_to_tensor(a)
    *batch, rows, columns = a.shape
    lu, permutation = gradtape.linalg.lu(_squared(a))
    order: Any = np.asarray(permutation)
    steps = min(rows, columns)
    orders = order.reshape((-1, rows))
    swaps = np.array([_swaps(each)[:steps] for each in orders])
    if rows < columns:
        lu = _with_columns(lu, a, order)
    elif rows > columns:
        kept = np.array([_place_after(each, steps) for each in orders]).reshape(order.shape)
        lu = gradtape.gather(lu[..., :columns], kept, axis=-2, batch_dims=len(batch))
    return lu, gradtape.constant(swaps.reshape([*batch, steps]), gradtape.int32)


def _with_columns(lu: Any, a: Any, order: Any) -> Any:
    """The factors of the first columns, and `L^-1 P` times the others."""
    rows = a.shape[-2]
    lower = gradtape.linalg.set_diag(lu, gradtape.ones_like(a[..., :, 0]))
    others = gradtape.gather(a[..., rows:], order, axis=-2, batch_dims=len(a.shape) - 2)
    more = gradtape.linalg.triangular_solve(lower, others, lower=True)
    return gradtape.concat([lu, more], axis=-1)


def _place_after(order: Any, steps: int) -> Any:
    """Where the rows are in `order` that stand at each place after so many swaps."""
    rows = list(range(len(order)))
    for place, other in enumerate(_swaps(order)[:steps]):
        rows[place], rows[other] = rows[other], rows[place]
    return np.argsort(order)[rows]


def _squared(a: Any) -> Any:
    """As many columns as rows: the first ones, or with others that make it invertible."""
    *batch, rows, columns = a.shape
    if rows <= columns:
        return a[..., :rows]
    more = np.random.default_rng(0).normal(size=[*batch, rows, rows - columns])
    return gradtape.concat([a, gradtape.constant(more, a.dtype)], axis=-1)


def _swaps(order: Any) -> Any:
    """Row `i` was exchanged with row `result[i]`, in turn, to bring the rows into `order`."""
    rows, result = list(range(len(order))), np.empty_like(order)
    for place, wanted in enumerate(order):
        other = rows.index(wanted)
        rows[place], rows[other] = rows[other], rows[place]
        result[place] = other
    return result
