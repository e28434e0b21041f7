"""Tables of text with lines around their cells, of a width that is given, as Keras 3 prints them.

Text that is too long for its column goes on in the next line of its cell; a word that is too long
ends with an ellipsis.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

_ALIGNED = {"left": "<", "right": ">", "center": "^"}
# The left end, the lines between, what parts columns, and the right end, of each kind of line.
_TOP, _HEAD, _BELOW_HEAD = tuple("┏━┳┓"), tuple("┃ ┃┃"), tuple("┡━╇┩")
_CELLS, _BETWEEN, _BOTTOM = tuple("│ ││"), tuple("├─┼┤"), tuple("└─┴┘")
_PLAIN = str.maketrans("┏┳┓┡╇┩├┼┤└┴┘━─┃│…", "++++++++++++--||.")


def fitted(widths: Sequence[int]) -> list[int]:
    """Widths of cells, so that with lines and margins the table is as wide as `widths` together."""
    excess, kept = 3 * len(widths) + 1, []
    for left, width in zip(range(len(widths), 0, -1), widths, strict=True):
        share = round(excess / left)
        excess -= share
        kept.append(width + 2 - share)
    return kept


def table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[int],
    alignment: Sequence[str],
) -> list[str]:
    """The lines of a table; `widths` are those of the cells with their margins.

    >>> from gradtape._keras.models.text_tables import table
    >>> print(*table(["a", "b"], [["left", "1"]], [6, 5], ["left", "right"]), sep="\\n")
    ┏━━━━━━┳━━━━━┓
    ┃ a    ┃   b ┃
    ┡━━━━━━╇━━━━━┩
    │ left │   1 │
    └──────┴─────┘
    """
    lines = [_line(_TOP, widths), *_cells(_HEAD, header, widths, alignment)]
    lines.append(_line(_BELOW_HEAD, widths))
    for number, row in enumerate(rows):
        lines += [_line(_BETWEEN, widths)] if number else []
        lines += _cells(_CELLS, row, widths, alignment)
    return [*lines, _line(_BOTTOM, widths)]


def plain(text: str) -> str:
    """The same for an output that has no such lines."""
    return text.translate(_PLAIN)


def _line(kind: Sequence[str], widths: Sequence[int]) -> str:
    left, line, between, right = kind
    return left + between.join(line * width for width in widths) + right


def _cells(
    kind: Sequence[str], row: Sequence[str], widths: Sequence[int], alignment: Sequence[str]
) -> list[str]:
    left, _, between, right = kind
    wrapped = [_wrapped(text, width - 2) for text, width in zip(row, widths, strict=True)]
    return [
        left
        + between.join(
            f" {text:{_ALIGNED[how]}{width - 2}} "
            for text, width, how in zip(line, widths, alignment, strict=True)
        )
        + right
        for line in zip_longest(*wrapped, fillvalue="")
    ]


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in re.findall(r"\s*\S+\s*", text):
        if lines[-1] and len(lines[-1]) + len(word.rstrip()) > width:
            lines.append("")
        lines[-1] += word
    ended = [line.rstrip() for line in lines]
    return [line if len(line) <= width else line[: width - 1] + "…" for line in ended]
