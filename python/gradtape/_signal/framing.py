"""Signals cut into frames that overlap, and put together again.

Invariant: `frame` is one `gather`, `overlap_and_add` one sum over segments, so each is the other's
gradient.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.taken_over import taken_over

if TYPE_CHECKING:
    from .._typing import TensorLike


def _step(value: Any, name: str) -> int:
    tensor = _core.convert_to_tensor(value)
    if tensor.shape.rank != 0:
        raise ValueError(f"{name} must be a scalar, got shape {tensor.shape}")
    return int(tensor)


@taken_over
def frame(
    signal: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    pad_end: bool = False,
    pad_value: Any = 0,
    axis: int = -1,
    name: str | None = None,
) -> _core.Tensor:
    """The axis of length `n` becomes two: frames, and `frame_length` samples in each.

    Frames start every `frame_step` samples; those that would reach over the end are left out, or
    with `pad_end` filled up with `pad_value`.

    >>> tf.signal.frame([1, 2, 3, 4, 5], frame_length=3, frame_step=2).numpy().tolist()
    [[1, 2, 3], [3, 4, 5]]
    """
    samples = _core.convert_to_tensor(signal)
    length, step = _step(frame_length, "frame_length"), _step(frame_step, "frame_step")
    rank = samples.shape.rank
    if rank == 0 or not -rank <= axis < rank:
        raise ValueError(f"axis {axis} is out of range for a signal of rank {rank}")
    at = axis % rank
    count = samples.shape[at]
    if pad_end:
        frames = max(0, -(-count // step))
        more = max(0, length + step * (frames - 1) - count)
        samples = _padded(samples, at, more, pad_value)
    else:
        frames = max(0, 1 + (count - length) // step)
    where = np.arange(frames)[:, None] * step + np.arange(length)
    return _core.gather(samples, where, axis=at)


def _padded(samples: _core.Tensor, axis: int, more: int, value: Any) -> _core.Tensor:
    shape = samples.shape.as_list()
    shape[axis] = more
    blank = _core.convert_to_tensor(value, dtype_hint=samples.dtype)
    return _core.concat([samples, _core.fill(shape, _core.cast(blank, samples.dtype))], axis)


@taken_over
def overlap_and_add(
    signal: TensorLike, frame_step: TensorLike, name: str | None = None
) -> _core.Tensor:
    """Frames `[..., frames, frame_length]`, each `frame_step` behind the last, added up.

    >>> tf.signal.overlap_and_add([[1.0, 1.0], [1.0, 1.0]], 1).numpy().tolist()
    [1.0, 2.0, 1.0]
    """
    frames = _core.convert_to_tensor(signal)
    if frames.shape.rank < 2:
        raise ValueError(f"Shape {frames.shape} must have rank at least 2")
    step = _core.convert_to_tensor(frame_step)
    if step.shape.rank != 0:
        raise ValueError("frame_step must be a scalar integer. Got rank {step.shape.rank}")
    if not step.dtype.is_integer:
        raise ValueError(f"frame_step must be an integer. Got {step.dtype!r}")
    *outer, count, length = frames.shape.as_list()
    where = (np.arange(count)[:, None] * int(step) + np.arange(length)).reshape(-1)
    total = length + int(step) * (count - 1) if count else 0
    columns = _core.transpose(_core.reshape(frames, [int(np.prod(outer)), count * length]))
    added = _core.unsorted_segment_sum(columns, where, total)
    return _core.reshape(_core.transpose(added), [*outer, total])
