"""Images turned, shifted, sheared and zoomed as arrays, as `ImageDataGenerator` does it.

Angles are degrees; images are `[height, width, channels]` unless the axes say otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..._typing import Array, TensorLike


def apply_affine_transform(
    x: TensorLike,
    theta: float = 0,
    tx: float = 0,
    ty: float = 0,
    shear: float = 0,
    zx: float = 1,
    zy: float = 1,
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    order: int = 1,
) -> Array:
    """The image read at places that are turned by `theta`, shifted by `(tx, ty)` pixels, sheared
    and zoomed about its middle.

    x is the axis of columns, y that of rows, if they are in that order, as Keras has it; the middle
    of an image that is no square is Keras's too, which takes one size for the other. Values between
    pixels are linear (`order` 1) or those of the nearest pixel (0).
    """
    x = np.moveaxis(np.asarray(x), (row_axis, col_axis, channel_axis), (0, 1, 2))
    matrix = _matrix(theta, tx, ty, shear, zx, zy)
    if not np.array_equal(matrix, np.eye(3)):
        middle = np.array([x.shape[0] / 2.0 - 0.5, x.shape[1] / 2.0 - 0.5])
        turned, offset = matrix[:2, :2], matrix[:2, 2] + middle - matrix[:2, :2] @ middle
        if col_axis > row_axis:  # the matrix is for (x, y), an image has rows first
            turned, offset = turned[::-1, ::-1], offset[::-1]
        x = _read(x, turned, offset, fill_mode, cval, order)
    return np.moveaxis(x, (0, 1, 2), (row_axis, col_axis, channel_axis))


def _matrix(theta: float, tx: float, ty: float, shear: float, zx: float, zy: float) -> Array:
    """From places of the result to places of the image."""
    turn, lean = np.deg2rad(theta), np.deg2rad(shear)
    rotation = [[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
    shift = [[1, 0, tx], [0, 1, ty], [0, 0, 1]]
    shearing = [[1, -np.sin(lean), 0], [0, np.cos(lean), 0], [0, 0, 1]]
    zoom = [[zx, 0, 0], [0, zy, 0], [0, 0, 1]]
    matrix = np.eye(3)
    for active, part in (
        (theta != 0, rotation),
        (tx != 0 or ty != 0, shift),
        (shear != 0, shearing),
        (zx != 1 or zy != 1, zoom),
    ):
        matrix = matrix @ np.array(part) if active else matrix
    return matrix


def _read(x: Array, matrix: Array, offset: Array, mode: str, cval: float, order: int) -> Array:
    height, width = x.shape[:2]
    grid = np.stack(np.meshgrid(np.arange(height), np.arange(width), indexing="ij"))
    rows, columns = np.tensordot(matrix, grid, 1) + offset[:, None, None]
    if mode == "wrap":
        rows, columns = _around(rows, height), _around(columns, width)
    outside = (rows < 0) | (rows > height - 1) | (columns < 0) | (columns > width - 1)
    if order == 0:
        result = _pixels(x, np.floor(rows + 0.5), np.floor(columns + 0.5), mode)
    else:
        top, left = np.floor(rows), np.floor(columns)
        low, right = (rows - top)[..., None], (columns - left)[..., None]

        def line(row: Array) -> Array:
            one, other = _pixels(x, row, left, mode), _pixels(x, row, left + 1, mode)
            return one * (1 - right) + other * right

        result = line(top) * (1 - low) + line(top + 1) * low
    if mode == "constant":
        result = np.where(outside[..., None], cval, result)
    return result.astype(x.dtype)


def _around(place: Array, size: int) -> Array:
    """Places inside of an axis of which the last pixel is the first again, as SciPy wraps it."""
    last = size - 1
    if last == 0:
        return np.zeros_like(place)
    before = place + last * (np.trunc(-place / last) + 1)
    behind = place - last * np.trunc(place / last)
    return np.where(place < 0, before, np.where(place > last, behind, place))


def _pixels(x: Array, rows: Array, columns: Array, mode: str) -> Array:
    row = _inside(rows.astype("int64"), x.shape[0], mode)
    return x[row, _inside(columns.astype("int64"), x.shape[1], mode)]


def _inside(place: Array, size: int, mode: str) -> Array:
    """Whole places inside of an axis, as the mode repeats it."""
    if mode == "reflect":  # ... 1 0 | 0 1 2 | 2 1 ...
        around = place % (2 * size)
        return np.minimum(around, 2 * size - 1 - around)
    return np.clip(place, 0, size - 1)


def _moved(
    x: Array, change: dict[str, Any], axes: tuple[Any, ...], options: dict[str, Any]
) -> Array:
    """The image with one change; `axes` and the fill options stand behind it in each call."""
    names = ("row_axis", "col_axis", "channel_axis", "fill_mode", "cval", "order")
    given = dict(zip(names, axes, strict=False)) | options
    if "interpolation_order" in given:
        given["order"] = given.pop("interpolation_order")
    return apply_affine_transform(x, **change, **given)


def random_rotation(x: Array, rg: float, *axes: Any, **options: Any) -> Array:
    """The image turned by up to `rg` degrees; axes and filling as in `apply_affine_transform`."""
    return _moved(x, {"theta": np.random.uniform(-rg, rg)}, axes, options)


def random_shift(x: Array, wrg: float, hrg: float, *axes: Any, **options: Any) -> Array:
    """The image shifted by up to shares of its width and height."""
    row, column = (*axes[:2], options.get("row_axis", 1), options.get("col_axis", 2))[:2]
    sizes = np.shape(x)
    tx = np.random.uniform(-hrg, hrg) * sizes[row]
    ty = np.random.uniform(-wrg, wrg) * sizes[column]
    return _moved(x, {"tx": tx, "ty": ty}, axes, options)


def random_shear(x: Array, intensity: float, *axes: Any, **options: Any) -> Array:
    """The image sheared by up to `intensity` degrees."""
    return _moved(x, {"shear": np.random.uniform(-intensity, intensity)}, axes, options)


def random_zoom(x: Array, zoom_range: Any, *axes: Any, **options: Any) -> Array:
    """The image zoomed by factors from a range of two numbers."""
    if len(zoom_range) != 2:
        raise ValueError(
            f"`zoom_range` should be a tuple or list of two floats. Received: {zoom_range}"
        )
    same = zoom_range[0] == 1 and zoom_range[1] == 1
    zx, zy = (1, 1) if same else np.random.uniform(zoom_range[0], zoom_range[1], 2)
    return _moved(x, {"zx": zx, "zy": zy}, axes, options)


def apply_channel_shift(x: TensorLike, intensity: float, channel_axis: int = 0) -> Array:
    """All channels with `intensity` added, within the values that there were."""
    x = np.asarray(x)
    return np.clip(x + intensity, x.min(), x.max())


def random_channel_shift(x: TensorLike, intensity_range: float, channel_axis: int = 0) -> Array:
    """The same by up to `intensity_range`."""
    intensity = np.random.uniform(-intensity_range, intensity_range)
    return apply_channel_shift(x, intensity, channel_axis)


def apply_brightness_shift(x: TensorLike, brightness: float, scale: bool = True) -> Array:
    """The image with all values times `brightness`, as whole numbers from 0 to 255.

    `scale` spreads the values over that range first; without it those that go beyond are.
    """
    x = np.array(x, "float32")  # a copy: what does not fit into memory ends here
    low, high = x.min(), x.max()
    beyond = low < 0 or high > 255
    spread = x
    if scale or beyond:
        spread = x - low
        spread = spread / spread.max() * 255 if spread.max() else spread
    changed = np.clip(np.trunc(np.trunc(spread) * brightness), 0, 255).astype("float32")
    return changed / 255 * (high - low) + low if beyond and not scale else changed


def random_brightness(x: TensorLike, brightness_range: Any, scale: bool = True) -> Array:
    """The same by a factor from a range of two numbers."""
    if len(brightness_range) != 2:
        raise ValueError(
            f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}"
        )
    factor = np.random.uniform(brightness_range[0], brightness_range[1])
    return apply_brightness_shift(x, factor, scale)
