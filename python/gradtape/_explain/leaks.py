"""Warnings, once for each line, about tapes that pile up or grow; the core calls them."""

from __future__ import annotations

from .._logging import warn_at_call_site
from . import sites
from .tables import amount

_seen: dict[tuple[str, str], list[int]] = {}
_TIMES = 3  # doublings in one function before that is told


def tapes_pile_up(alive: int) -> None:
    """A persistent tape is made by a line whose earlier ones are still alive."""
    warn_at_call_site(
        f"{alive} persistent tapes made at this line are alive at the same time, each with "
        "everything that it recorded. A persistent tape keeps its memory until it is dropped: "
        "`del tape` at the end of the step, keep no list of tapes, or make it without "
        "persistent=True.",
        1,
    )


def tape_is_entered_again(operations: int, held: int) -> None:
    """A persistent tape is entered for the third time and holds what it recorded before."""
    warn_at_call_site(
        f"A persistent tape is entered for the third time, and still holds {operations} operations "
        f"({amount(held)}) of the times before. Make a new tape for each step, or call "
        "tape.reset() first.",
        1,
    )


def tape_grows(operations: int, held: int) -> None:
    """A tape that is open has become large although what nobody needs was let go."""
    line = sites.here_line()
    if line is None:
        return
    counts = _seen.setdefault((line.file, line.function), [])
    if counts and operations < counts[-1] * 3 // 2:
        if operations < counts[0]:
            counts[:] = [operations]
        return
    counts.append(operations)
    if len(counts) == _TIMES:
        warn_at_call_site(
            f"The code around this line keeps extending an open tape: {operations} operations "
            f"({amount(held)}) are needed for its gradient by now. End the tape's context within "
            "the loop, or keep results that need no gradient with tf.stop_gradient.",
            1,
        )
