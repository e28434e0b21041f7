"""Functions that move elements: shapes, axes, joining, cutting, repeating, padding."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._numpy import arranging as numpy
from ..promotion import alike, tensor
from .calling import named, operation

if TYPE_CHECKING:
    from ..._typing import AxisLike, IntsLike, ShapeLike, TensorLike

Function = Callable[..., Any]


def _of_one(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike) -> Any:
        return function(tensor(x))

    return named(call, name, says)


def _joined(name: str, function: Function, says: str) -> Function:
    def call(xs: TensorLike) -> _core.Tensor:
        return function(together(xs))

    return named(call, name, says)


def together(xs: Any) -> list[_core.Tensor]:
    """The tensors of a list, or the rows of one tensor, in one dtype."""
    listed = list(_core.unstack(tensor(xs)) if not isinstance(xs, list | tuple) else xs)
    if not listed:
        raise ValueError("At least one tensor is needed, got none.")
    return alike(*listed)


ravel = _of_one("ravel", numpy.ravel, "All elements along one axis.")
fliplr = _of_one("fliplr", numpy.fliplr, "`x` backwards along the second axis.")
flipud = _of_one("flipud", numpy.flipud, "`x` backwards along the first axis.")
hstack = _joined("hstack", numpy.hstack, "Side by side, along the second axis, or the only one.")
vstack = _joined("vstack", numpy.vstack, "One below the other; vectors are rows.")
dstack = _joined("dstack", numpy.dstack, "One behind the other, along the third axis.")


@operation
def reshape(x: TensorLike, newshape: ShapeLike) -> _core.Tensor:
    """`x` in another shape, of which one length may be -1.

    >>> tf.keras.ops.reshape([[1, 2], [3, 4]], (-1,)).numpy().tolist()
    [1, 2, 3, 4]
    """
    return _core.reshape(tensor(x), newshape)


@operation
def transpose(x: TensorLike, axes: AxisLike = None) -> _core.Tensor:
    """`x` with its axes in another order, the opposite one by default.

    >>> tf.keras.ops.transpose([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 3], [2, 4]]
    """
    return _core.transpose(tensor(x), axes)


@operation
def swapaxes(x: TensorLike, axis1: int, axis2: int) -> _core.Tensor:
    """`x` with two axes exchanged.

    >>> tf.keras.ops.swapaxes(np.ones([2, 3]), 0, 1).shape
    TensorShape([3, 2])
    """
    return numpy.swapaxes(tensor(x), axis1, axis2)


@operation
def moveaxis(x: TensorLike, source: IntsLike, destination: IntsLike) -> _core.Tensor:
    """`x` with axes moved to other places; the others keep their order.

    >>> tf.keras.ops.moveaxis(np.ones([1, 2, 3]), 0, -1).shape
    TensorShape([2, 3, 1])
    """
    return numpy.moveaxis(tensor(x), source, destination)


@operation
def expand_dims(x: TensorLike, axis: AxisLike) -> _core.Tensor:
    """`x` with new axes of length 1, at these places of the result.

    >>> tf.keras.ops.expand_dims([1, 2], (0, 2)).shape
    TensorShape([1, 2, 1])
    """
    found, given = tensor(x), np.atleast_1d(np.asarray(axis)).tolist()
    rank = found.shape.rank + len(given)
    for place in sorted(numpy.axis_of(i, rank) for i in given):
        found = _core.expand_dims(found, place)
    return found


@operation
def squeeze(x: TensorLike, axis: AxisLike = None) -> _core.Tensor:
    """`x` without axes of length 1, all of them by default.

    >>> tf.keras.ops.squeeze([[[1, 2]]]).numpy().tolist()
    [1, 2]
    """
    return _core.squeeze(tensor(x), axis)


@operation
def broadcast_to(x: TensorLike, shape: ShapeLike) -> _core.Tensor:
    """`x` repeated to a shape.

    >>> tf.keras.ops.broadcast_to([1, 2], (2, 2)).numpy().tolist()
    [[1, 2], [1, 2]]
    """
    return _core.broadcast_to(tensor(x), shape)


@operation
def flip(x: TensorLike, axis: AxisLike = None) -> _core.Tensor:
    """`x` backwards along one axis, several, or all of them (None).

    >>> tf.keras.ops.flip([[1, 2], [3, 4]]).numpy().tolist()
    [[4, 3], [2, 1]]
    """
    return numpy.flip(tensor(x), axis)


@operation
def rot90(array: TensorLike, k: int = 1, axes: Sequence[int] = (0, 1)) -> _core.Tensor:
    """`array` turned by `k` quarters, from the first of two axes to the second.

    >>> tf.keras.ops.rot90([[1, 2], [3, 4]]).numpy().tolist()
    [[2, 4], [1, 3]]
    """
    found = tensor(array)
    if found.shape.rank < 2 or len(axes) != 2 or axes[0] == axes[1]:
        raise ValueError(f"A turn needs two different axes. Received: {axes} of {found.shape}")
    return numpy.rot90(found, operator.index(k), axes)


@operation
def roll(x: TensorLike, shift: IntsLike, axis: AxisLike = None) -> _core.Tensor:
    """`x` moved along axes, what leaves one end coming in at the other.

    >>> tf.keras.ops.roll([1, 2, 3], 1).numpy().tolist()
    [3, 1, 2]
    """
    return numpy.roll(tensor(x), shift, axis)


# --- joining --------------------------------------------------------------------------------------


@operation
def concatenate(xs: Sequence[TensorLike], axis: int | None = 0) -> _core.Tensor:
    """The tensors one after the other along `axis`; all their elements if it is None.

    >>> tf.keras.ops.concatenate([[1], [2.5]]).numpy().tolist()
    [1.0, 2.5]
    """
    found = together(xs)
    return numpy.concatenate(found, None) if axis is None else _core.concat(found, axis)


@operation
def stack(x: Sequence[TensorLike], axis: int = 0) -> _core.Tensor:
    """The tensors, of one shape, side by side along a new axis.

    >>> tf.keras.ops.stack([[1], [2.5]]).numpy().tolist()
    [[1.0], [2.5]]
    """
    return _core.stack(together(x), axis)


@operation
def append(x1: TensorLike, x2: TensorLike, axis: int | None = None) -> _core.Tensor:
    """`x2` behind `x1` along `axis`; the elements of both if it is None.

    >>> tf.keras.ops.append([1], [2.5]).numpy().tolist()
    [1.0, 2.5]
    """
    return numpy.concatenate(alike(x1, x2), axis)


# --- cutting --------------------------------------------------------------------------------------


@operation
def split(x: TensorLike, indices_or_sections: IntsLike, axis: int = 0) -> list[_core.Tensor]:
    """`x` in so many equal parts along `axis`, or cut at the places of a list.

    >>> [part.numpy().tolist() for part in tf.keras.ops.split([1, 2, 3], [1])]
    [[1], [2, 3]]
    """
    return numpy.split(tensor(x), indices_or_sections, axis)


@operation
def array_split(x: TensorLike, indices_or_sections: IntsLike, axis: int = 0) -> list[_core.Tensor]:
    """As `split`; the first parts are longer by one where the parts cannot be equal.

    >>> [part.numpy().tolist() for part in tf.keras.ops.array_split([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    found = tensor(x)
    if np.asarray(indices_or_sections).ndim > 0:
        return numpy.split(found, indices_or_sections, axis)
    count = int(indices_or_sections)  # type: ignore[arg-type]
    if count < 1:
        raise ValueError("Number of sections must be larger than 0.")
    size = found.shape[numpy.axis_of(axis, found.shape.rank)]
    if count > size + 1_000_000:
        raise ValueError(f"{count} sections of an axis of length {size} are too many.")
    each, more = divmod(size, count)
    return _core.split(found, [each + 1] * more + [each] * (count - more), axis)


def _parts(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike, indices_or_sections: IntsLike) -> list[_core.Tensor]:
        return function(tensor(x), indices_or_sections)

    return named(call, name, says)


hsplit = _parts("hsplit", numpy.hsplit, "As `split` along the second axis, or the only one.")
vsplit = _parts("vsplit", numpy.vsplit, "As `split` along the first axis.")
dsplit = _parts("dsplit", numpy.dsplit, "As `split` along the third axis.")


@operation
def unstack(x: TensorLike, num: int | None = None, axis: int = 0) -> list[_core.Tensor]:
    """The slices along an axis, of which there are `num`.

    >>> [row.numpy().tolist() for row in tf.keras.ops.unstack([[1, 2], [3, 4]])]
    [[1, 2], [3, 4]]
    """
    return _core.unstack(tensor(x), num, axis)


# --- repeating and padding ------------------------------------------------------------------------


@operation
def repeat(x: TensorLike, repeats: IntsLike, axis: int | None = None) -> _core.Tensor:
    """Each element so many times, along `axis`; of all the elements if it is None.

    >>> tf.keras.ops.repeat([1, 2], [1, 2]).numpy().tolist()
    [1, 2, 2]
    """
    return numpy.repeat(tensor(x), repeats, axis)


@operation
def tile(x: TensorLike, repeats: IntsLike) -> _core.Tensor:
    """`x` repeated along its last axes; more numbers than axes make new ones in front.

    >>> tf.keras.ops.tile([1, 2], 2).numpy().tolist()
    [1, 2, 1, 2]
    """
    return numpy.tile(tensor(x), repeats)


@operation
def pad(
    x: TensorLike,
    pad_width: IntsLike | Sequence[Sequence[int]],
    mode: str = "constant",
    constant_values: TensorLike | None = None,
) -> _core.Tensor:
    """`x` with elements before and after it; `mode` is "constant", "reflect" or "symmetric".

    `pad_width` is `[before, after]` for each axis, or broadcasts to that. Errors: `ValueError` for
    other modes, and for `constant_values` in these.

    >>> tf.keras.ops.pad([1, 2], ((1, 2),), constant_values=7).numpy().tolist()
    [7, 1, 2, 7, 7]
    """
    if constant_values is not None and mode != "constant":
        raise ValueError(
            "Argument `constant_values` can only be provided when `mode == 'constant'`. "
            f"Received: mode={mode}"
        )
    fill = 0 if constant_values is None else constant_values
    return numpy.pad(tensor(x), pad_width, mode, constant_values=fill)
