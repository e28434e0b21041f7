"""The table that `Model.summary` prints with `TF_USE_LEGACY_KERAS`, as in Keras 2.

Layers of a chain have three columns, those of a network also the calls that they take. A text that
is too long for its column goes on in the next line, as does what stands behind a shape or a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from ..layers.operation import kind_of

# Where the columns end, as shares of the width, and the width.
_CHAIN, _GRAPH = ((0.45, 0.85, 1.0), 65), ((0.3, 0.6, 0.7, 1.0), 98)
_HEADER = ("Layer (type)", "Output Shape", "Param #", "Connected to")
_ENDS_OF_PARTS = ("),", "},", "],", "',")
_GAP = 3  # between two columns, of which one is in front of the text
_UNITS = ("Byte", "KB", "MB", "GB", "TB", "PB")


class Table:
    """The lines of the table.

    `shape` tells what a layer gives, `connections` which calls it takes, which is None in a chain.
    """

    def __init__(
        self,
        shape: Callable[[Any], str],
        connections: Callable[[Any], list[str]] | None,
        line_length: int | None,
        positions: Sequence[float] | None,
        show_trainable: bool,
    ) -> None:
        shares, width = _CHAIN if connections is None else _GRAPH
        width = line_length or width
        ends = list(positions or shares)
        self._ends = [int(width * end) for end in ends] if ends[-1] <= 1 else list(map(int, ends))
        self._header = [*_HEADER[: 3 + (connections is not None)]]
        self._shape, self._connections = shape, connections
        self._shows_trainable = show_trainable
        if show_trainable:
            width += 11
            self._ends.append(width)
            self._header.append("Trainable")
        self._width = width

    def lines(self, model: Any, layers: list[Any], nested: bool) -> Iterator[str]:
        """The table of a model of these layers, and of those in them if they are asked for."""
        yield f'Model: "{model.name}"'
        yield "_" * self._width
        yield from self._row(self._header)
        yield "=" * self._width
        for layer in layers:
            yield from self._of_layer(layer, nested)
        yield "=" * self._width
        trained = model.trainable_weights
        rest = model.non_trainable_weights
        for name, weights in (("Total", [*trained, *rest]), ("Trainable", trained)):
            yield _total(name, weights)
        yield _total("Non-trainable", rest)
        yield "_" * self._width

    def _of_layer(
        self, layer: Any, nested: bool, level: int = 0, is_last: bool = False
    ) -> Iterator[str]:
        fields = [f"{layer.name} ({kind_of(layer)})", self._shape(layer), self._number(layer)]
        if self._connections is not None:
            fields.append(str(self._connections(layer)))
        if self._shows_trainable:
            fields.append("Y" if layer.trainable else "N")
        yield from self._row(fields, level)
        inner = getattr(layer, "layers", None) if nested else None
        if inner:
            yield _framed("¯", self._width, level + 1)
            for one in inner:
                yield from self._of_layer(one, nested, level + 1, one is inner[-1])
            yield _framed("¯", self._width, level)
        elif not is_last:
            yield _framed(" ", self._width, level)

    def _row(self, fields: Sequence[str], level: int = 0) -> Iterator[str]:
        left = list(fields)
        ends = self._ends[: len(left)]
        while any(left):
            line = "|" * level + " "
            for number, (start, end) in enumerate(pairwise([0, *ends])):
                is_last = number == len(ends) - 1
                room = end - start - (0 if is_last else _GAP) - (0 if number else level)
                piece = _part(left[number], room)
                left[number] = left[number][len(piece) :]
                line = (line + piece).ljust(end - (level if is_last else 0))
            yield line + "|" * level

    def _number(self, layer: Any) -> str:
        is_built = layer.built or layer._starts_built
        if not is_built and self._connections is None:
            return "0 (unused)"
        return str(_count(layer.weights))


def _part(text: str, room: int) -> str:
    """As much of a text as there is room for, or as belongs together."""
    text = text[:room]
    ends = [text.find(end) + len(end) for end in _ENDS_OF_PARTS if end in text]
    return text[: min(ends)] if ends else text


def _framed(filling: str, width: int, level: int) -> str:
    return "|" * level + filling * (width - 2 * level) + "|" * level


def _total(name: str, weights: list[Any]) -> str:
    size: float = sum(one.shape.num_elements() * one.dtype.size for one in weights)
    unit = 0
    while size >= 1024 and unit < len(_UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return f"{name} params: {_count(weights)} ({size:.2f} {_UNITS[unit]})"


def _count(weights: list[Any]) -> int:
    return sum(weight.shape.num_elements() for weight in weights)
