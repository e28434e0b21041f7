"""The beam search behind `ctc_beam_search_decoder`: prefixes in a tree, in TensorFlow's order.

Invariant: a prefix is in the beam while its score of this frame is not minus infinity. One that a
better child pushes out loses its score at once, so that what it would have led to in later frames
depends on the order in which prefixes are visited, best first, as in TensorFlow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .._typing import Array

_NEVER = float("-inf")


class _Prefix:
    """Labels so far. Scores are of those that end in a blank, in a label, and of both together."""

    __slots__ = ("blank", "children", "ends", "label", "parent", "total", "was_blank", "was_total")

    def __init__(self, parent: _Prefix | None, label: int) -> None:
        self.parent, self.label = parent, label
        self.children: dict[int, _Prefix] = {}
        self.was_blank = self.was_total = _NEVER
        self.leave()

    def leave(self) -> None:
        """Be no longer in the beam."""
        self.blank = self.ends = self.total = _NEVER

    def before(self, label: int) -> float:
        """The score that `label` follows: behind itself there must have been a blank."""
        return self.was_blank if label == self.label else self.was_total

    def stay(self, frame: list[float]) -> None:
        """One frame further with the same labels."""
        if self.parent is not None:
            if self.parent.total > _NEVER:
                self.ends = _together(self.ends, self.parent.before(self.label))
            self.ends += frame[self.label]
        self.blank = self.was_total + frame[-1]
        self.total = _together(self.blank, self.ends)

    def path(self) -> tuple[int, ...]:
        """The labels."""
        found: list[int] = []
        at = self
        while at.parent is not None:
            found.append(at.label)
            at = at.parent
        return tuple(reversed(found))


def _together(a: float, b: float) -> float:
    return float(np.logaddexp(a, b))


def search(logs: Array, width: int) -> list[tuple[tuple[int, ...], float]]:
    """The best `width` labellings of log probabilities `[frames, classes]`, best first.

    >>> import numpy as np
    >>> from gradtape._networks.beam_search import search
    >>> [(path, round(score, 3)) for path, score in search(np.log([[0.6, 0.4]]), 2)]
    [((0,), -0.511), ((), -0.916)]
    """
    root = _Prefix(None, -1)
    root.blank = root.total = 0.0
    beam = [root]
    for frame in logs.tolist():
        beam = _step(beam, frame, width)
    return [(prefix.path(), prefix.total) for prefix in beam]


def _step(beam: list[_Prefix], frame: list[float], width: int) -> list[_Prefix]:
    for prefix in beam:
        prefix.was_blank, prefix.was_total = prefix.blank, prefix.total
    for prefix in beam:
        prefix.stay(frame)
    kept = list(beam)
    lowest = min(kept, key=_score)
    for prefix in beam:
        if not _may_enter(prefix.was_total, kept, lowest, width):
            continue
        for label, log in enumerate(frame[:-1]):
            child = prefix.children.get(label)
            if child is None:
                child = prefix.children[label] = _Prefix(prefix, label)
            if child.total > _NEVER:
                continue
            child.total = child.ends = prefix.before(label) + log
            if not _may_enter(child.total, kept, lowest, width):
                child.was_blank = child.was_total = _NEVER
                child.leave()
                continue
            if len(kept) == width:
                kept.remove(lowest)
                lowest.leave()
            kept.append(child)
            lowest = min(kept, key=_score)
    return sorted(kept, key=_score, reverse=True)


def _score(prefix: _Prefix) -> float:
    return prefix.total


def _may_enter(score: float, kept: list[_Prefix], lowest: _Prefix, width: int) -> bool:
    return score > _NEVER and (len(kept) < width or score > lowest.total)
