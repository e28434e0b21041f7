"""True and false positives and negatives, counted at many thresholds in one pass.

Invariant: a prediction is positive at a threshold that it exceeds; NaN exceeds none. Where
thresholds lie evenly from 0 to 1 predictions beyond these count as 0 and 1, and which they exceed
is told by a product, as in Keras: others would be rounded otherwise at thresholds.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._structure.occurrences import occurrences
from ..losses.arguments import aligned
from ..losses.reduction import from_the_left
from ..settings import epsilon

if TYPE_CHECKING:
    from ..._typing import Array, TensorLike

# A threshold that every number exceeds but those which are left out.
LEFT_OUT = -1e10

Counts = dict[str, Any]


def confusion(
    y_true: TensorLike,
    y_pred: TensorLike,
    thresholds: Sequence[float],
    sample_weight: TensorLike | None = None,
    by_label: bool = False,
) -> Counts:
    """The four weighted counts at each threshold, and for each label if `by_label`.

    `thresholds` rise. Targets count as positive unless they are 0.
    """
    wanted, found, weights = _as_arrays(y_true, y_pred, sample_weight)
    labels = found.shape[-1] if by_label else 1
    limits, lie_evenly = _limits_of(tuple(thresholds), found.dtype)
    exceeded = _exceeded(found, limits, lie_evenly)
    place = exceeded * labels + (np.arange(labels) if by_label else 0)
    positive = wanted != 0
    shape = (len(limits) + 1, labels) if by_label else (len(limits) + 1,)
    counts: Counts = {}
    for kind, chosen in (("positives", positive), ("negatives", ~positive)):
        at = _summed(place[chosen], weights[chosen], shape)
        above = np.cumsum(at[::-1], axis=0)[::-1][1:]
        below = np.cumsum(at, axis=0)[:-1]
        if kind == "positives":
            counts |= {"true_positives": above, "false_negatives": below}
        else:
            counts |= {"false_positives": above, "true_negatives": below}
    return counts


def _exceeded(found: Array, limits: Array, lie_evenly: bool) -> Array:
    """How many of the thresholds each prediction exceeds."""
    if not lie_evenly:
        return np.searchsorted(limits, np.where(np.isnan(found), -np.inf, found), side="left")
    steps = np.ceil(np.clip(found, 0, 1) * np.asarray(len(limits) - 1, found.dtype))
    least = int(limits[0] < 0 or limits[-1] > 1)  # the ends are moved out, so that all exceed one
    return np.where(np.isnan(found), 0, np.maximum(steps, least)).astype(np.int64)


@functools.lru_cache(maxsize=64)
def _limits_of(thresholds: tuple[float, ...], dtype: Any) -> tuple[Array, bool]:
    """The thresholds as an array, and whether they lie evenly from 0 to 1."""
    limits = np.asarray(thresholds, dtype)
    if len(limits) < 3:
        return limits, False
    even = np.arange(len(limits)) / (len(limits) - 1)
    return limits, np.allclose(limits, even, atol=2 * epsilon())  # since ends are moved by one


def _as_arrays(
    y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None
) -> tuple[Array, Array, Array]:
    y_true, y_pred = aligned(_core.convert_to_tensor(y_true), _core.convert_to_tensor(y_pred))
    if y_true.shape != y_pred.shape:
        raise ValueError(
            f"Shapes {y_pred.shape} (of y_pred) and {y_true.shape} (of y_true) are incompatible"
        )
    if sample_weight is None:
        weights: Any = np.ones(y_pred.shape.as_list())
    else:
        given = _core.cast(_core.convert_to_tensor(sample_weight), _core.float64)
        _, given = aligned(y_pred, given)
        weights = _core.broadcast_to(from_the_left(given, y_pred), y_pred.shape).numpy()
    return _core.cast(y_true, _core.float32).numpy(), _floats(y_pred), weights


def _floats(values: _core.Tensor) -> Array:
    wide = _core.float64 if values.dtype == _core.float64 else _core.float32
    return _core.cast(values, wide).numpy()


def _summed(places: Array, weights: Array, shape: tuple[int, ...]) -> Array:
    size = int(np.prod(shape))
    return occurrences(places.ravel(), size, weights.ravel()).reshape(shape)


def of_class(values: TensorLike, class_id: int | None) -> _core.Tensor:
    """The column of one class; everything without one."""
    values = _core.convert_to_tensor(values)
    return values if class_id is None else values[..., class_id]


def of_the_largest(y_pred: Array, k: int) -> _core.Tensor:
    """Predictions with all but the `k` largest along the last axis left out."""
    array = _floats(_core.convert_to_tensor(y_pred))
    order = np.argsort(-array, axis=-1, kind="stable")
    kept = np.full_like(array, LEFT_OUT)
    best = order[..., :k]
    np.put_along_axis(kept, best, np.take_along_axis(array, best, -1), -1)
    return _core.convert_to_tensor(kept)
