"""Images read at other places: what rotations, shifts, zooms and projections share.

Pixels are at whole coordinates; what lies outside is filled as `fill_mode` says. Gradients flow to
the images alone.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._autodiff.custom_gradients import custom_gradient
from .._runtime import once


def projected(
    images: _core.Tensor,
    rows: _core.Tensor,
    size: Any,
    fill_mode: str,
    fill_value: Any,
    interpolation: str,
) -> _core.Tensor:
    """Images `[batch, height, width, channels]` whose pixel (x, y) is that at another place.

    `rows`, `[batch, 8]`, are `a, b, c, d, e, f, g, h`: the place is `(a x + b y + c) / k` across
    and `(d x + e y + f) / k` down, where `k = g x + h y + 1`. `size` is the height and width of the
    results. `fill_mode` is constant, nearest, reflect or wrap. The gradient is the true one; in
    TensorFlow's place it is TensorFlow's, the gradient of the results moved back.
    """
    rows, images = _core.stop_gradient(rows), _core.convert_to_tensor(images)
    options = fill_mode, fill_value, interpolation
    if once.is_held_back() and images.dtype.is_floating:
        return _moved_back(images, rows, size, *options)
    return _projected(images, rows, size, *options)


def _moved_back(
    images: _core.Tensor, rows: _core.Tensor, size: Any, mode: str, fill: Any, interpolation: str
) -> _core.Tensor:
    @custom_gradient
    def moved(given: _core.Tensor) -> Any:
        def gradient(upstream: _core.Tensor) -> _core.Tensor:
            sizes = images.shape[1:3].as_list()
            return projected(upstream, _inverse(rows), sizes, mode, 0.0, interpolation)

        return _projected(given, rows, size, mode, fill, interpolation), gradient

    moved_images: _core.Tensor = moved(images)
    return moved_images


def _inverse(rows: _core.Tensor) -> _core.Tensor:
    """The eight numbers that lead back from where those of each row lead."""
    whole = _core.concat([rows, _core.ones_like(rows[:, :1])], 1)
    back = _core.reshape(_core.inv(_core.reshape(whole, [-1, 3, 3])), [-1, 9])
    return back[:, :8] / back[:, 8:]


def _projected(
    images: _core.Tensor, rows: _core.Tensor, size: Any, fill_mode: str, fill_value: Any, by: str
) -> _core.Tensor:
    _, height, width, _ = images.shape.as_list()
    a, b, c, d, e, f, g, h = (part[:, None, None] for part in _core.unstack(rows, axis=1))
    x = _core.cast(_core.range(size[1]), rows.dtype)[None, None, :]
    y = _core.cast(_core.range(size[0]), rows.dtype)[None, :, None]
    far = g * x + h * y + 1.0
    across = _mapped((a * x + b * y + c) / far, width, fill_mode)
    down = _mapped((d * x + e * y + f) / far, height, fill_mode)
    filled = _core.cast(fill_value, images.dtype) if fill_mode == "constant" else None
    if by == "nearest":
        return _pixels(images, _rounded(down), _rounded(across), filled)
    return _between(images, down, across, filled)


def _rounded(place: _core.Tensor) -> _core.Tensor:
    """The nearest whole coordinates; halves go away from 0."""
    return _core.sign(place) * _core.floor(_core.abs(place) + 0.5)


def affine(
    images: _core.Tensor, rows: _core.Tensor, fill_mode: str, fill_value: Any, interpolation: str
) -> _core.Tensor:
    """As `projected`, of the images' own size; `rows`, `[batch, 6]`, leave out `g` and `h`."""
    flat = _core.zeros_like(rows[:, :2])
    size = images.shape[1:3].as_list()
    return projected(
        images, _core.concat([rows, flat], 1), size, fill_mode, fill_value, interpolation
    )


def _between(
    images: _core.Tensor, down: _core.Tensor, across: _core.Tensor, filled: _core.Tensor | None
) -> _core.Tensor:
    """The mean of the four pixels around each place, by how near they are."""
    top, left = _core.floor(down), _core.floor(across)
    low, right = (_core.cast(p, images.dtype)[..., None] for p in (down - top, across - left))

    def line(row: _core.Tensor) -> _core.Tensor:
        one, other = (_pixels(images, row, column, filled) for column in (left, left + 1.0))
        return one * (1.0 - right) + other * right

    return line(top) * (1.0 - low) + line(top + 1.0) * low


def _mapped(place: _core.Tensor, size: int, fill_mode: str) -> _core.Tensor:
    """Coordinates inside of the image, where the mode has any."""
    last = float(size - 1)
    if fill_mode == "nearest":
        return _core.clip_by_value(place, 0.0, last)
    if fill_mode == "reflect":  # ... 1 0 | 0 1 2 | 2 1 ...
        return _core.clip_by_value(_reflected(place, size), 0.0, last)
    return _core.clip_by_value(_wrapped(place, size), 0.0, last) if fill_mode == "wrap" else place


def _reflected(place: _core.Tensor, size: int) -> _core.Tensor:
    """Coordinates past an end, turned back; rounded as in TensorFlow, whose steps these are."""
    twice = 2.0 * size
    before = place + twice * _core.floor(-place / twice)
    before = _core.where(before < -size, before + twice, -before - 1.0)
    behind = place - twice * _core.floor(place / twice)
    behind = _core.where(behind >= size, twice - behind - 1.0, behind)
    return _core.where(place < 0.0, before, _core.where(place > size - 1.0, behind, place))


def _wrapped(place: _core.Tensor, size: int) -> _core.Tensor:
    """Coordinates past an end, moved by whole sizes; how many of them is TensorFlow's rule."""
    last = float(max(size - 1, 1))
    before = place + size * (_core.floor(-place / last) + 1.0)
    behind = place - size * _core.floor(place / last)
    return _core.where(place < 0.0, before, _core.where(place > last, behind, place))


def _pixels(
    images: _core.Tensor, rows: _core.Tensor, columns: _core.Tensor, filled: _core.Tensor | None
) -> _core.Tensor:
    """The pixels at whole coordinates `[batch, height, width]`."""
    _, height, width, _ = images.shape.as_list()
    inside = (rows >= 0.0) & (rows <= height - 1.0) & (columns >= 0.0) & (columns <= width - 1.0)
    row = _core.cast(_core.clip_by_value(rows, 0.0, height - 1.0), _core.int32)
    column = _core.cast(_core.clip_by_value(columns, 0.0, width - 1.0), _core.int32)
    found = _core.gather_nd(images, _core.stack([row, column], axis=-1), batch_dims=1)
    return found if filled is None else _core.where(inside[..., None], found, filled)
