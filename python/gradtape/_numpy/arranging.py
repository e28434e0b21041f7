"""NumPy's functions that move elements: shapes, axes, joining, repeating, padding."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .creation import lengths
from .promotion import array_of, arrays_of

if TYPE_CHECKING:
    from .._typing import AxisLike, ShapeLike, TensorLike

Axis = Any


def axis_of(axis: Any, rank: int) -> int:
    """An axis counted from the front. Errors: `ValueError` if there is none such."""
    place = operator.index(axis)
    if not -rank <= place < rank:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {rank}")
    return place % rank


def reshape(a: TensorLike, newshape: Any, order: str = "C") -> _core.Tensor:
    """`a` in another shape, of which one length may be -1.

    `order` C fills the last axis first, F the first. Errors: `ValueError` for another `order`.

    >>> tf.experimental.numpy.reshape([[1, 2], [3, 4]], -1, order="F").numpy().tolist()
    [1, 3, 2, 4]
    """
    if order not in ("C", "F"):
        raise ValueError(f"Unsupported order argument {order}")
    x, shape = array_of(a), lengths(newshape)
    if order == "C":
        return _core.reshape(x, shape)
    return _core.transpose(_core.reshape(_core.transpose(x), shape[::-1]))


def ravel(a: TensorLike) -> _core.Tensor:
    """All elements along one axis.

    >>> tf.experimental.numpy.ravel([[1, 2], [3, 4]]).numpy().tolist()
    [1, 2, 3, 4]
    """
    return _core.reshape(array_of(a), [-1])


def flatten(a: TensorLike, order: str = "C") -> _core.Tensor:
    """All elements along one axis, in the order that `reshape` takes.

    >>> tf.experimental.numpy.flatten([[1, 2], [3, 4]], "F").numpy().tolist()
    [1, 3, 2, 4]
    """
    return reshape(a, -1, order)


def transpose(a: TensorLike, axes: AxisLike = None) -> _core.Tensor:
    """`a` with its axes in another order, the opposite one by default.

    >>> tf.experimental.numpy.transpose([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 3], [2, 4]]
    """
    return _core.transpose(array_of(a), axes)


def swapaxes(a: TensorLike, axis1: int, axis2: int) -> _core.Tensor:
    """`a` with two axes exchanged.

    >>> tf.experimental.numpy.swapaxes(np.ones([2, 3]), 0, 1).shape
    TensorShape([3, 2])
    """
    x = array_of(a)
    order = [*range(x.shape.rank)]
    one, other = axis_of(axis1, len(order)), axis_of(axis2, len(order))
    order[one], order[other] = order[other], order[one]
    return _core.transpose(x, order)


def moveaxis(a: TensorLike, source: Any, destination: Any) -> _core.Tensor:
    """`a` with axes moved to other places; the others keep their order.

    Errors: `ValueError` for axes that are not there, or lists of different lengths.

    >>> tf.experimental.numpy.moveaxis(np.ones([1, 2, 3]), 0, -1).shape
    TensorShape([2, 3, 1])
    """
    x = array_of(a)
    rank = x.shape.rank
    old = [axis_of(i, rank) for i in lengths(source)]
    new = [axis_of(i, rank) for i in lengths(destination)]
    if len(old) != len(new):
        raise ValueError("The lengths of source and destination must equal")
    order = [i for i in range(rank) if i not in old]
    for place, axis in sorted(zip(new, old)):
        order.insert(place, axis)
    return _core.transpose(x, order)


def expand_dims(a: TensorLike, axis: AxisLike) -> _core.Tensor:
    """`a` with a new axis of length 1.

    >>> tf.experimental.numpy.expand_dims([1, 2], 0).numpy().tolist()
    [[1, 2]]
    """
    return _core.expand_dims(array_of(a), axis)


def squeeze(a: TensorLike, axis: AxisLike = None) -> _core.Tensor:
    """`a` without axes of length 1, all of them by default.

    >>> tf.experimental.numpy.squeeze([[1]]).numpy().tolist()
    1
    """
    return _core.squeeze(array_of(a), axis)


def _at_least(rank: int, shaped: Callable[[list[int]], list[int]]) -> Callable[..., Any]:
    """NumPy's `atleast_1d` and its like."""

    def call(*arys: Any) -> Any:
        found = [array_of(a) for a in arys]
        found = [x if x.shape.rank >= rank else _core.reshape(x, shaped(x.shape.as_list()))
                 for x in found]  # fmt: skip
        return found[0] if len(found) == 1 else found

    call.__name__ = call.__qualname__ = f"atleast_{rank}d"
    call.__doc__ = f"The tensors with at least {rank} axes; a single one by itself."
    return call


atleast_1d = _at_least(1, lambda shape: [1])
atleast_2d = _at_least(2, lambda shape: [1] * (2 - len(shape)) + shape)
atleast_3d = _at_least(3, lambda shape: [[1, 1, 1], [1, *shape, 1], [*shape, 1]][len(shape)])


def _of_one_dtype(given: Any) -> list[_core.Tensor]:
    return arrays_of(*(_core.unstack(given) if _core.is_tensor(given) else given))


def stack(arrays: Sequence[TensorLike], axis: int = 0) -> _core.Tensor:
    """The arrays, of one shape, side by side along a new axis.

    >>> tf.experimental.numpy.stack([[1], [2.5]]).numpy().tolist()
    [[1.0], [2.5]]
    """
    return _core.stack(_of_one_dtype(arrays), axis)


def concatenate(arys: Any, axis: Axis = 0) -> _core.Tensor:
    """The arrays one after the other along `axis`; all their elements if it is None.

    >>> tf.experimental.numpy.concatenate([[1], [2.5]]).numpy().tolist()
    [1.0, 2.5]
    """
    found = _of_one_dtype(arys)
    if axis is None:
        found, axis = [ravel(x) for x in found], 0
    return _core.concat(found, axis)


def append(arr: Any, values: TensorLike, axis: Axis = None) -> _core.Tensor:
    """`values` behind `arr` along `axis`; the elements of both if it is None.

    >>> tf.experimental.numpy.append([1], [2.5]).numpy().tolist()
    [1.0, 2.5]
    """
    return concatenate([arr, values], axis)


def hstack(tup: TensorLike) -> _core.Tensor:
    """The arrays side by side, along the second axis, or the only one.

    >>> tf.experimental.numpy.hstack([[1], [2]]).numpy().tolist()
    [1, 2]
    """
    found = [atleast_1d(x) for x in _of_one_dtype(tup)]
    return _core.concat(found, 0 if found[0].shape.rank == 1 else 1)


def vstack(tup: TensorLike) -> _core.Tensor:
    """The arrays one below the other; vectors are rows.

    >>> tf.experimental.numpy.vstack([[1], [2]]).numpy().tolist()
    [[1], [2]]
    """
    return _core.concat([atleast_2d(x) for x in _of_one_dtype(tup)], 0)


def dstack(tup: TensorLike) -> _core.Tensor:
    """The arrays one behind the other, along the third axis.

    >>> tf.experimental.numpy.dstack([[1], [2]]).numpy().tolist()
    [[[1, 2]]]
    """
    return _core.concat([atleast_3d(x) for x in _of_one_dtype(tup)], 2)


def split(ary: TensorLike, indices_or_sections: Any, axis: int = 0) -> list[_core.Tensor]:
    """`ary` in so many equal parts along `axis`, or cut at the places of a list.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.split([1, 2, 3], [1])]
    [[1], [2, 3]]
    """
    x = array_of(ary)
    if np.ndim(indices_or_sections) == 0:
        return _core.split(x, int(indices_or_sections), axis)
    size = x.shape[axis_of(axis, x.shape.rank)]
    ends = [0, *(slice(0, int(i)).indices(size)[1] for i in indices_or_sections), size]
    return _core.split(x, [max(0, b - a) for a, b in itertools.pairwise(ends)], axis)


def hsplit(ary: TensorLike, indices_or_sections: Any) -> list[_core.Tensor]:
    """As `split` along the second axis, or the only one.

    >>> len(tf.experimental.numpy.hsplit([[1, 2, 3]], 3))
    3
    """
    x = array_of(ary)
    return split(x, indices_or_sections, 0 if x.shape.rank == 1 else 1)


def vsplit(ary: TensorLike, indices_or_sections: Any) -> list[_core.Tensor]:
    """As `split` along the first axis.

    >>> len(tf.experimental.numpy.vsplit([[1], [2]], 2))
    2
    """
    return split(ary, indices_or_sections, 0)


def dsplit(ary: TensorLike, indices_or_sections: Any) -> list[_core.Tensor]:
    """As `split` along the third axis.

    >>> len(tf.experimental.numpy.dsplit([[[1, 2]]], 2))
    2
    """
    return split(ary, indices_or_sections, 2)


def broadcast_to(array: Any, shape: ShapeLike) -> _core.Tensor:
    """`array` repeated to a shape.

    >>> tf.experimental.numpy.broadcast_to([1, 2], [2, 2]).numpy().tolist()
    [[1, 2], [1, 2]]
    """
    return _core.broadcast_to(array_of(array), lengths(shape))


def broadcast_arrays(*args: Any, **kwargs: Any) -> list[_core.Tensor]:
    """The arrays, each with its dtype, repeated to the shape that they have together.

    >>> tf.experimental.numpy.broadcast_arrays([1, 2], [[1], [2]])[1].numpy().tolist()
    [[1, 1], [2, 2]]
    """
    if kwargs.pop("subok", False) or kwargs:
        raise ValueError("broadcast_arrays takes no subok and no other arguments")
    found = [array_of(a) for a in args]
    shape = np.broadcast_shapes(*[tuple(x.shape.as_list()) for x in found])
    return [_core.broadcast_to(x, [*shape]) for x in found]


def tile(a: TensorLike, reps: Any) -> _core.Tensor:
    """`a` repeated along its last axes; more numbers than axes make new ones in front.

    >>> tf.experimental.numpy.tile([1, 2], 2).numpy().tolist()
    [1, 2, 1, 2]
    """
    x, counts = array_of(a), lengths(reps)
    more = len(counts) - x.shape.rank
    shape = [1] * more + x.shape.as_list()
    return _core.tile(_core.reshape(x, shape), [1] * -more + counts)


def repeat(a: TensorLike, repeats: Any, axis: Axis = None) -> _core.Tensor:
    """Each element so many times, along `axis`; of all the elements if it is None.

    >>> tf.experimental.numpy.repeat([1, 2], [1, 2]).numpy().tolist()
    [1, 2, 2]
    """
    x = array_of(a)
    return _core.repeat(ravel(x) if axis is None else x, repeats, 0 if axis is None else axis)


def roll(a: TensorLike, shift: Any, axis: Axis = None) -> _core.Tensor:
    """`a` moved along axes, what leaves one end coming in at the other.

    >>> tf.experimental.numpy.roll([1, 2, 3], 1).numpy().tolist()
    [3, 1, 2]
    """
    x = array_of(a)
    if axis is None:
        return _core.reshape(_core.roll(ravel(x), shift, 0), x.shape)
    return _core.roll(x, shift, axis)


def flip(m: TensorLike, axis: Axis = None) -> _core.Tensor:
    """`m` backwards along one axis, several, or all of them (None).

    >>> tf.experimental.numpy.flip([[1, 2], [3, 4]]).numpy().tolist()
    [[4, 3], [2, 1]]
    """
    x = array_of(m)
    rank = x.shape.rank
    axes = range(rank) if axis is None else [axis_of(i, rank) for i in lengths(axis)]
    return _core.reverse(x, [*axes])


def fliplr(m: TensorLike) -> _core.Tensor:
    """`m` backwards along the second axis.

    >>> tf.experimental.numpy.fliplr([[1, 2]]).numpy().tolist()
    [[2, 1]]
    """
    return flip(m, 1)


def flipud(m: TensorLike) -> _core.Tensor:
    """`m` backwards along the first axis.

    >>> tf.experimental.numpy.flipud([[1], [2]]).numpy().tolist()
    [[2], [1]]
    """
    return flip(m, 0)


def rot90(m: TensorLike, k: int = 1, axes: Sequence[int] = (0, 1)) -> _core.Tensor:
    """`m` turned by `k` quarters, from the first of two axes to the second.

    >>> tf.experimental.numpy.rot90([[1, 2], [3, 4]]).numpy().tolist()
    [[2, 4], [1, 3]]
    """
    x = array_of(m)
    one, other = (axis_of(i, x.shape.rank) for i in axes)
    turns = int(k) % 4
    if turns == 2:
        return _core.reverse(x, [one, other])
    if turns == 1:
        return swapaxes(_core.reverse(x, [other]), one, other)
    return _core.reverse(swapaxes(x, one, other), [other]) if turns else x


def pad(array: Any, pad_width: Any, mode: str, **kwargs: Any) -> _core.Tensor:
    """`array` with elements before and after it; `mode` is constant, reflect or symmetric.

    `pad_width` is `[before, after]` for each axis, or broadcasts to that. Errors: `ValueError` for
    other modes.

    >>> tf.experimental.numpy.pad([1, 2], [(1, 2)], "constant", constant_values=7).numpy().tolist()
    [7, 1, 2, 7, 7]
    """
    if mode not in ("constant", "reflect", "symmetric"):
        raise ValueError(f"Unsupported padding mode: {mode}")
    x = array_of(array)
    widths = np.broadcast_to(np.asarray(pad_width), (x.shape.rank, 2))
    fill = _core.cast(array_of(kwargs.get("constant_values", 0)), x.dtype)
    return _core.pad(x, widths, mode.upper(), fill)
