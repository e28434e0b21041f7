"""Clipping gradients by value or norm, whether they are tensors or `IndexedSlices`.

As in TensorFlow, the norm of `IndexedSlices` is that of their rows, each row counted by itself
even if several go to the same place; they stay `IndexedSlices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .indexed_slices import IndexedSlices

if TYPE_CHECKING:
    from .._typing import AxisLike, TensorLike


def clip_by_value(
    t: TensorLike,
    clip_value_min: TensorLike,
    clip_value_max: TensorLike,
    name: str | None = None,
) -> Any:
    """`t` with what is below or above the limits replaced by them; they are broadcast.

    Of `IndexedSlices` the rows are clipped, each by itself. The gradient is 1 at the limits.

    >>> import gradtape as tf
    >>> tf.clip_by_value([-2.0, 0.5, 3.0], -1.0, 1.0).numpy().tolist()
    [-1.0, 0.5, 1.0]
    """
    if not isinstance(t, IndexedSlices):
        return _core.clip_by_value(t, clip_value_min, clip_value_max)
    return _with_rows(t, _core.clip_by_value(t.values, clip_value_min, clip_value_max))


def clip_by_norm(
    t: TensorLike, clip_norm: TensorLike, axes: AxisLike = None, name: str | None = None
) -> Any:
    """`t` scaled down to the norm `clip_norm` where its norm, over `axes`, is larger.

    The norm is that of all elements unless `axes` are given. A zero tensor stays zero, with a
    gradient of one.

    >>> import gradtape as tf
    >>> tf.clip_by_norm([3.0, 4.0], 10.0).numpy().tolist()
    [3.0, 4.0]
    """
    if isinstance(t, IndexedSlices):
        return _with_rows(t, clip_by_norm(t.values, clip_norm, axes))
    if isinstance(clip_norm, float) and getattr(t, "dtype", None) == _core.float64:
        clip_norm = _core.constant(clip_norm, _core.float64)  # all of its digits
    return _core.clip_by_norm(t, clip_norm, axes)


def global_norm(t_list: Sequence[Any], name: str | None = None) -> _core.Tensor:
    """The root of the sum of the squares of all elements of all tensors.

    None among the tensors counts as nothing.

    >>> import gradtape as tf
    >>> tf.linalg.global_norm([[3.0, 4.0], None, 12.0]).numpy().item()
    13.0
    """
    return _core.global_norm([_rows(t) for t in _listed(t_list)])


def clip_by_global_norm(
    t_list: Sequence[Any],
    clip_norm: TensorLike,
    use_norm: TensorLike | None = None,
    name: str | None = None,
) -> tuple[list[Any], Any]:
    """The tensors, scaled together to a global norm of at most `clip_norm`, and their norm.

    The norm is that before scaling.
    `use_norm` takes the place of the global norm if it is given. None among the tensors stays
    None.

    >>> import gradtape as tf
    >>> clipped, norm = tf.clip_by_global_norm([[3.0, 4.0], None], 2.5)
    >>> clipped[0].numpy().tolist(), clipped[1], norm.numpy().item()
    ([1.5, 2.0], None, 5.0)
    """
    t_list = _listed(t_list)
    if isinstance(clip_norm, (np.ndarray, np.generic)):
        clip_norm = _core.convert_to_tensor(np.asarray(clip_norm).astype(_dtype_of(t_list)))
    clipped, norm = _core.clip_by_global_norm([_rows(t) for t in t_list], clip_norm, use_norm)
    pairs = zip(t_list, clipped, strict=True)
    return [_with_rows(t, c) if isinstance(t, IndexedSlices) else c for t, c in pairs], norm


def _dtype_of(t_list: Sequence[Any]) -> Any:
    """NumPy's dtype of the first tensor: a number of NumPy's is of it, whatever it was."""
    first = next((_core.convert_to_tensor(_rows(t)) for t in t_list if t is not None), None)
    return np.float32 if first is None else first.dtype.as_numpy_dtype


def _listed(t_list: Sequence[Any]) -> list[Any]:
    if isinstance(t_list, str) or not isinstance(t_list, Sequence):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    return _core.all_items(t_list)


def _rows(t: TensorLike | None) -> Any:
    return t.values if isinstance(t, IndexedSlices) else t


def _with_rows(slices: IndexedSlices, rows: Any) -> IndexedSlices:
    return IndexedSlices(rows, slices.indices, slices.dense_shape)
