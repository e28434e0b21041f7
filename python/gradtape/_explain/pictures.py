"""A tape as a picture: Graphviz, Mermaid, and SVG for notebooks, made without any other program."""

from __future__ import annotations

import zlib
from html import escape
from typing import Any

from .folding import Box, Picture, picture_of
from .tables import shown_in_html, summary

_IN_NOTEBOOKS = 40  # nodes
_NOTES = {
    "": "",
    "order": "<p>Folded by order; with trace=True it is by module, scope or line.</p>",
}
_WIDTH, _LINE, _GAP_X, _GAP_Y, _MARGIN = 150, 14, 16, 34, 60
_ABREAST, _LONGEST = 8, 24  # boxes in a row; letters in a box


def to_dot(tape: Any, most: int = 60, by: str | None = None) -> str:
    """The graph in the language of Graphviz."""
    picture = picture_of(tape, most, by)
    lines = ["digraph tape {", '  node [shape=box, fontname="sans-serif", fontsize=10];']
    for box in picture.boxes:
        label = "\\n".join(_quoted(text) for text in (box.title, *box.lines))
        style = ", style=rounded" if box.is_leaf else ""
        lines.append(f'  {box.name} [label="{label}"{style}];')
    for a, b in picture.arrows:
        lines.append(f"  {picture.boxes[a].name} -> {picture.boxes[b].name};")
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def to_mermaid(tape: Any, most: int = 60, by: str | None = None) -> str:
    """The graph in the language of Mermaid."""
    picture = picture_of(tape, most, by)
    lines = ["flowchart TD"]
    for box in picture.boxes:
        label = "<br/>".join(escape(text, quote=True) for text in (box.title, *box.lines))
        left, right = ("([", "])") if box.is_leaf else ("[", "]")
        lines.append(f'  {box.name}{left}"{label}"{right}')
    for a, b in picture.arrows:
        lines.append(f"  {picture.boxes[a].name} --> {picture.boxes[b].name}")
    return "\n".join(lines)


def to_html(tape: Any) -> str:
    """The table and the graph for a notebook."""
    picture = picture_of(tape, _IN_NOTEBOOKS)
    note = _NOTES.get(picture.folded_by, f"<p>Folded by {picture.folded_by}.</p>")
    return f"<div>{shown_in_html(str(summary(tape)))}{note}{to_svg(picture)}</div>"


def to_svg(picture: Picture) -> str:
    """The graph: results below what they are made from, what is watched beside its first use."""
    places = _layout(picture)
    width = max((x for x, _ in places), default=0) + _WIDTH + _GAP_X
    heights = [y + _height(box) for (_, y), box in zip(places, picture.boxes, strict=True)]
    height = max(heights, default=0) + _GAP_X
    arrows = "".join(_arrow(picture, places, a, b) for a, b in picture.arrows)
    boxes = "".join(_drawn(box, *place) for box, place in zip(picture.boxes, places, strict=True))
    frames = "".join(_frame(box, *place) for box, place in zip(picture.boxes, places, strict=True))
    # Boxes are transparent, as the page's colour is not known: a mask ends the arrows at them.
    mask = f"tape{zlib.crc32((arrows + boxes).encode()):x}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11" '
        'stroke="currentColor" fill="none">'
        f'<mask id="{mask}"><rect width="{width}" height="{height}" fill="white" stroke="none"/>'
        f'<g fill="black" stroke="none">{frames}</g></mask>'
        f'<g stroke-opacity="0.5" mask="url(#{mask})">{arrows}</g>{boxes}</svg>'
    )


def _height(box: Box) -> int:
    return _LINE * (1 + len(box.lines)) + 8


def _layout(picture: Picture) -> list[tuple[int, int]]:
    """The upper left corner of each box."""
    depth = _depths(picture)
    rows: dict[int, list[int]] = {}
    for place in sorted(range(len(depth)), key=lambda n: picture.boxes[n].is_leaf):
        rows.setdefault(depth[place], []).append(place)
    found = [(0, 0)] * len(depth)
    top = _GAP_X
    for row in sorted(rows):
        for first in range(0, len(rows[row]), _ABREAST):
            line = rows[row][first : first + _ABREAST]
            for n, place in enumerate(line):
                found[place] = (_MARGIN + n * (_WIDTH + _GAP_X), top)
            top += max(_height(picture.boxes[place]) for place in line) + _GAP_Y
    return found


def _depths(picture: Picture) -> list[int]:
    """The row of each box: below the results that it is made from, above its first use."""
    depth = [0] * len(picture.boxes)
    is_leaf = [box.is_leaf for box in picture.boxes]
    for a, b in sorted(picture.arrows, key=lambda arrow: arrow[1]):
        if a < b:  # folding may join operations that lie around others
            depth[b] = max(depth[b], 1 if is_leaf[a] else depth[a] + 1)
    uses: dict[int, list[int]] = {}
    for a, b in picture.arrows:
        uses.setdefault(a, []).append(depth[b])
    return [min(uses.get(n, [1])) - 1 if is_leaf[n] else row for n, row in enumerate(depth)]


def _arrow(picture: Picture, places: list[tuple[int, int]], a: int, b: int) -> str:
    (x1, y1), (x2, y2) = places[a], places[b]
    end = y1 + _height(picture.boxes[a])
    between = any(x == x1 and end < y < y2 for x, y in places)
    if x1 == x2 == _MARGIN and (between or y2 < end):  # around other boxes
        y1, y2 = (y1 + end) // 2, y2 + _height(picture.boxes[b]) // 2
        out = x1 - min(_MARGIN, 20 + abs(y2 - y1) // 20)
        return f'<path d="M{x1},{y1} C{out},{y1} {out},{y2} {x2},{y2}"/>'
    x1, x2 = x1 + _WIDTH // 2, x2 + _WIDTH // 2
    bend = max((y2 - end) // 2, 8)
    return f'<path d="M{x1},{end} C{x1},{end + bend} {x2},{y2 - bend} {x2},{y2}"/>'


def _frame(box: Box, x: int, y: int) -> str:
    radius = 12 if box.is_leaf else 2
    size = f'width="{_WIDTH}" height="{_height(box)}"'
    return f'<rect x="{x}" y="{y}" {size} rx="{radius}"/>'


def _drawn(box: Box, x: int, y: int) -> str:
    texts = []
    for n, text in enumerate((box.title, *box.lines)):
        weight = ' font-weight="bold"' if n == 0 else ""
        shown = escape(_cut(text))
        texts.append(
            f'<text x="{x + _WIDTH // 2}" y="{y + _LINE * (n + 1)}" text-anchor="middle" '
            f'stroke="none" fill="currentColor"{weight}>{shown}</text>'
        )
    frame = _frame(box, x, y)
    return f'<g fill="currentColor" fill-opacity="0.06">{frame}</g>' + "".join(texts)


def _cut(text: str) -> str:
    """As much of a text as fits into a box: of a path, the end."""
    if len(text) <= _LONGEST:
        return text
    if "/" in text:
        return "…" + text[1 - _LONGEST :]
    return text[: _LONGEST - 1] + "…"
