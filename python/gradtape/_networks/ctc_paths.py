"""Sums over the ways in which frames spell labels, in arrays: probabilities of labels, and slopes.

A way is a row of states, one for each frame: a blank, the first label, a blank, the second, and so
on. Logarithms of sums are taken one number after the other, and in float32 where TensorFlow's
kernel takes them so, since what such sums lose shows in the slopes: their last four digits.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .._typing import Array

_NEVER = -np.inf


class Ways:
    """The ways to spell `words` `[batch, most labels]`, of which so many count in each row, in as
    many frames as `lengths` says, of `logits` `[frames, batch, classes]`. The last class is the
    blank if `in_kernels_order`, which has the sums of TensorFlow's kernel; else all is float64."""

    def __init__(
        self, logits: Array, words: Array, counts: Array, lengths: Array, blank: int,
        in_kernels_order: bool,
    ) -> None:  # fmt: skip
        narrow = in_kernels_order and logits.dtype != np.float64
        logits = logits.astype(np.float32 if narrow else np.float64)
        self.order = _blank_last(logits.shape[2], blank)
        self.probabilities = (_softmax_by_lanes if narrow else _softmax)(logits[..., self.order])
        self.lengths = lengths
        words = np.argsort(self.order)[words]
        self.classes = np.full((len(words), 2 * words.shape[1] + 1), logits.shape[2] - 1)
        self.classes[:, 1::2] = words
        self.numbers = np.arange(self.classes.shape[1])
        self.count = 2 * counts[:, None] + 1
        self._emit()
        self._skips(words)

    def _emit(self) -> None:
        """The logarithm of each state's class in each frame, `[frames, batch, states]`."""
        dtype = self.probabilities.dtype
        with np.errstate(divide="ignore"):
            logs = np.log(self.probabilities.astype(np.float64)).astype(dtype)
        emitted = np.take_along_axis(logs, np.broadcast_to(self.classes, self._shape()), 2)
        self.emitted = np.where(self.numbers < self.count, emitted, dtype.type(_NEVER))

    def _shape(self) -> tuple[int, ...]:
        return (len(self.probabilities), *self.classes.shape)

    def _skips(self, words: Array) -> None:
        """0 where a label may follow the one before without a blank between, else never; from the
        second label on."""
        self.skips = np.where(words[:, 1:] != words[:, :-1], 0.0, _NEVER)
        self.skips = self.skips.astype(self.probabilities.dtype)

    @functools.cached_property
    def behind(self) -> Array:
        """Logarithms of what follows upon each state in the frames behind it."""
        never = self.probabilities.dtype.type(_NEVER)
        at_end = (self.numbers >= self.count - 2) & (self.numbers < self.count)
        final = np.where(at_end, self.probabilities.dtype.type(0), never)
        found = np.full(self._shape(), never)
        for time in reversed(range(len(found))):
            if time + 1 < len(found):
                following = found[time + 1] + self.emitted[time + 1]
                found[time] = following
                _add(found[time][:, :-1], following[:, 1:])
                _add(found[time][:, 1:-2:2], following[:, 3::2] + self.skips)
            ends = np.equal(self.lengths, time + 1)[:, None]
            found[time] = np.where(ends, final, found[time])
        return found

    @functools.cached_property
    def ahead(self) -> Array:
        """Logarithms of the ways that lead to each state, with the state's own frame."""
        found = np.full(self._shape(), self.probabilities.dtype.type(_NEVER))
        found[0, :, :2] = self.emitted[0, :, :2]
        for before, now, emitted in zip(found, found[1:], self.emitted[1:], strict=False):
            now[:] = before
            _add(now[:, 1:], before[:, :-1])
            _add(now[:, 3::2], before[:, 1:-2:2] + self.skips)
            now += emitted
        return found

    @functools.cached_property
    def total(self) -> Array:
        """Logarithms of the probabilities of the labels, `[batch]`."""
        first = self.emitted[0, :, :2] + self.behind[0, :, :2]
        return np.logaddexp.reduce(first, 1)

    def slopes(self) -> Array:
        """Derivatives of minus the totals in the logits; 0 where no way spells the labels."""
        through = self.ahead + self.behind
        shares = np.full_like(self.probabilities, _NEVER)
        rows = np.arange(len(self.classes))
        for number, classes in enumerate(self.classes.T):
            shares[:, rows, classes] = np.logaddexp(shares[:, rows, classes], through[..., number])
        reached = np.isfinite(self.total)
        shares = shares - np.where(reached, self.total, 0)[:, None]
        taken = np.exp(shares.astype(np.float64)).astype(shares.dtype)
        counts = (np.arange(len(shares))[:, None] < self.lengths) & reached
        found = np.zeros_like(shares)
        found[..., self.order] = np.where(counts[..., None], self.probabilities - taken, 0)
        return found


def _add(logs: Array, others: Array) -> None:
    np.logaddexp(logs, others, out=logs)


def _blank_last(classes: int, blank: int) -> list[int]:
    return [number for number in range(classes) if number != blank] + [blank]


def _softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max(2, keepdims=True))
    shares: Array = powers / powers.sum(2, keepdims=True)
    return shares


def _softmax_by_lanes(logits: Array) -> Array:
    """The softmax, with sums of 16 running numbers, then 8 and what is left one by one."""
    from .. import _core

    powers: Any = _core.exp(_core.constant(logits - logits.max(2, keepdims=True))).numpy()
    whole = powers.shape[2] // 16 * 16
    lanes = powers[..., :whole].reshape(*powers.shape[:2], -1, 16)
    parts = [functools.reduce(np.add, np.moveaxis(lanes, 2, 0))] if whole else []
    halves = [part[..., :8] + part[..., 8:] for part in parts]
    if powers.shape[2] - whole >= 8:
        halves.append(powers[..., whole : whole + 8])
        whole += 8
    rest = [powers[..., n : n + 1] for n in range(whole, powers.shape[2])]
    sums = [_folded(functools.reduce(np.add, halves))] if halves else []
    shares: Array = powers / functools.reduce(np.add, sums + rest)
    return shares


def _folded(lanes: Array) -> Array:
    """The sum of eight numbers: halves together, until there is one."""
    while (half := lanes.shape[-1] // 2) > 0:
        lanes = lanes[..., :half] + lanes[..., half:]
    return lanes
