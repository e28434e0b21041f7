"""A tape as a picture: Graphviz, Mermaid, and SVG for notebooks, made without any other program."""

from __future__ import annotations

from html import escape
from typing import Any

from .folding import Box, Picture, picture_of
from .tables import summary

_IN_NOTEBOOKS = 40  # nodes
_WIDTH, _LINE, _GAP_X, _GAP_Y = 150, 14, 16, 34


def to_dot(tape: Any, most: int = 60) -> str:
    """The graph in the language of Graphviz."""
    picture = picture_of(tape, most)
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


def to_mermaid(tape: Any, most: int = 60) -> str:
    """The graph in the language of Mermaid."""
    picture = picture_of(tape, most)
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
    note = f"<p>Folded by {picture.folded_by}.</p>" if picture.folded_by else ""
    return f"<div><pre>{escape(str(summary(tape)))}</pre>{note}{to_svg(picture)}</div>"


def to_svg(picture: Picture) -> str:
    """The graph, in layers from what is watched down to the results."""
    places = _layout(picture)
    width = max((x for x, _ in places), default=0) + _WIDTH + _GAP_X
    heights = [y + _height(box) for (_, y), box in zip(places, picture.boxes, strict=True)]
    height = max(heights, default=0) + _GAP_X
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="11" '
        'stroke="currentColor" fill="none">'
    ]
    for a, b in picture.arrows:
        parts.append(_arrow(places[a], _height(picture.boxes[a]), places[b]))
    parts += [_drawn(box, *place) for box, place in zip(picture.boxes, places, strict=True)]
    return "".join([*parts, "</svg>"])


def _height(box: Box) -> int:
    return _LINE * (1 + len(box.lines)) + 8


def _layout(picture: Picture) -> list[tuple[int, int]]:
    """Each box below everything that it is made from."""
    depth = [0] * len(picture.boxes)
    for a, b in sorted(picture.arrows, key=lambda arrow: arrow[1]):
        if a < b:  # folding may join operations that lie around others
            depth[b] = max(depth[b], depth[a] + 1)
    rows: dict[int, list[int]] = {}
    for place, row in enumerate(depth):
        rows.setdefault(row, []).append(place)
    found = [(0, 0)] * len(depth)
    top = _GAP_X
    for row in sorted(rows):
        for n, place in enumerate(rows[row]):
            found[place] = (_GAP_X + n * (_WIDTH + _GAP_X), top)
        top += max(_height(picture.boxes[place]) for place in rows[row]) + _GAP_Y
    return found


def _arrow(start: tuple[int, int], height: int, end: tuple[int, int]) -> str:
    x1, y1 = start[0] + _WIDTH // 2, start[1] + height
    x2, y2 = end[0] + _WIDTH // 2, end[1]
    bend = max((y2 - y1) // 2, 8)
    curve = f"M{x1},{y1} C{x1},{y1 + bend} {x2},{y2 - bend} {x2},{y2}"
    return f'<path d="{curve}" stroke-opacity="0.5"/>'


def _drawn(box: Box, x: int, y: int) -> str:
    radius = 12 if box.is_leaf else 2
    frame = (
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_height(box)}" rx="{radius}" '
        'fill="currentColor" fill-opacity="0.06"/>'
    )
    texts = []
    for n, text in enumerate((box.title, *box.lines)):
        weight = ' font-weight="bold"' if n == 0 else ""
        shown = escape(text if len(text) <= 24 else text[:23] + "…")
        texts.append(
            f'<text x="{x + _WIDTH // 2}" y="{y + _LINE * (n + 1)}" text-anchor="middle" '
            f'stroke="none" fill="currentColor"{weight}>{shown}</text>'
        )
    return frame + "".join(texts)
