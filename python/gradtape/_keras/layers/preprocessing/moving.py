"""Images read at other places: what rotations, shifts and zooms share.

Pixels are at whole coordinates; what lies outside is filled as `fill_mode` says.
"""

from __future__ import annotations

from typing import Any

from .... import _core


def moved(images: Any, rows: Any, fill_mode: str, fill_value: float, interpolation: str) -> Any:
    """Images `[batch, height, width, channels]` whose pixel (x, y) is that at another place.

    `rows`, `[batch, 6]`, are `a, b, c, d, e, f`: the place is `(a x + b y + c, d x + e y + f)`.
    """
    _, height, width, _ = images.shape.as_list()
    a, b, c, d, e, f = (part[:, None, None] for part in _core.unstack(rows, axis=1))
    x = _core.cast(_core.range(width), rows.dtype)[None, None, :]
    y = _core.cast(_core.range(height), rows.dtype)[None, :, None]
    across = _mapped(a * x + b * y + c, width, fill_mode)
    down = _mapped(d * x + e * y + f, height, fill_mode)
    filled = fill_value if fill_mode == "constant" else None
    if interpolation == "nearest":
        return _pixels(images, _core.round(down), _core.round(across), filled)
    top, left = _core.floor(down), _core.floor(across)
    low, right = (down - top)[..., None], (across - left)[..., None]

    def line(row: Any) -> Any:
        one, other = (_pixels(images, row, column, filled) for column in (left, left + 1.0))
        return one * (1.0 - right) + other * right

    return line(top) * (1.0 - low) + line(top + 1.0) * low


def _mapped(place: Any, size: int, fill_mode: str) -> Any:
    """Coordinates inside of the image, where the mode has any."""
    last = float(size - 1)
    if fill_mode == "nearest":
        return _core.clip_by_value(place, 0.0, last)
    if fill_mode == "reflect":  # ... 1 0 | 0 1 2 | 2 1 ...
        around = _core.floormod(place + 0.5, 2.0 * size)
        return _core.clip_by_value(_core.minimum(around, 2.0 * size - around) - 0.5, 0.0, last)
    if fill_mode == "wrap":
        return _core.clip_by_value(_core.floormod(place, float(size)), 0.0, last)
    return place


def _pixels(images: Any, rows: Any, columns: Any, filled: float | None) -> Any:
    """The pixels at whole coordinates `[batch, height, width]`."""
    _, height, width, _ = images.shape.as_list()
    inside = (rows >= 0.0) & (rows <= height - 1.0) & (columns >= 0.0) & (columns <= width - 1.0)
    row = _core.cast(_core.clip_by_value(rows, 0.0, height - 1.0), _core.int32)
    column = _core.cast(_core.clip_by_value(columns, 0.0, width - 1.0), _core.int32)
    found = _core.gather_nd(images, _core.stack([row, column], axis=-1), batch_dims=1)
    return found if filled is None else _core.where(inside[..., None], found, filled)
