"""The loss of labels without places as the forward recursion over recorded operations: gradients of
any order follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import Array

_NEVER = -1e30  # a logarithm of zero that can be added to


def gradient(
    frames: _core.Tensor, upstream: _core.Tensor, words: Array, counts: Array, lengths: Array,
    blank: int,
) -> _core.Tensor:  # fmt: skip
    """The gradient of the losses in `frames`, recorded by the tapes around it."""
    with _core.GradientTape() as tape:
        tape.watch(frames)
        losses = _forward(frames, words, counts, lengths, blank)
    found: _core.Tensor = tape.gradient(losses, frames, output_gradients=upstream)
    return found


def _forward(
    frames: _core.Tensor, words: Array, counts: Array, lengths: Array, blank: int
) -> _core.Tensor:
    batch, width = words.shape
    states = np.full((batch, 2 * width + 1), blank)
    states[:, 1::2] = words
    log_probabilities = _core.transpose(_core.log_softmax(frames), [1, 0, 2])
    emitted = _core.unstack(_core.gather(log_probabilities, states, axis=2, batch_dims=1), axis=1)
    # From a label to the next without a blank between; a label may be the blank's number itself.
    skips = np.full(states.shape, _NEVER)
    skips[:, 3::2][words[:, 1:] != words[:, :-1]] = 0.0
    start = np.where(np.arange(states.shape[1]) < 2, 0.0, _NEVER)
    skip, alpha = (_core.constant(x, frames.dtype) for x in (skips, start))
    alpha = emitted[0] + alpha
    edge = _core.fill([batch, 2], _core.constant(_NEVER, frames.dtype))
    for time in range(1, frames.shape[0]):
        moved = _core.concat([edge, alpha], 1)
        ways = _core.stack([alpha, moved[:, 1:-1], moved[:, :-2] + skip])
        following = _core.reduce_logsumexp(ways, 0) + emitted[time]
        alpha = _core.where((time < lengths)[:, None], following, alpha)
    return _ended(alpha, counts)


def _ended(alpha: _core.Tensor, counts: Array) -> _core.Tensor:
    """The two last states of each row together."""
    last = np.stack([2 * counts, np.maximum(2 * counts - 1, 0)], 1)
    ends = _core.gather(alpha, last, axis=1, batch_dims=1)
    missing = np.stack([np.zeros(len(counts)), np.where(counts == 0, _NEVER, 0.0)], 1)
    total = _core.reduce_logsumexp(ends + _core.constant(missing, alpha.dtype), 1)
    endless = _core.constant(np.inf, alpha.dtype)
    return _core.where(total < _NEVER / 2, endless, -total)
