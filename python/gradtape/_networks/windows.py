"""Operations over windows of images and grids: morphology, and blocks moved to the batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.taken_over import taken_over
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._typing import Array, TensorLike


@taken_over
def dilation2d(
    input: TensorLike,
    filters: TensorLike,
    strides: Sequence[int],
    padding: str,
    data_format: str,
    dilations: Sequence[int],
    name: str | None = None,
) -> _core.Tensor:
    """The largest sum of input and filter over each window: `[batch, height, width, channels]`.

    `filters` are `[height, width, channels]`, `strides` and `dilations` `[1, y, x, 1]`. Of equal
    sums each gets its share of the gradient. `ValueError` for another `data_format` than `"NHWC"`.

    >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0], [1, 2, 2, 1])
    >>> tf.nn.dilation2d(x, tf.zeros([2, 2, 1]), [1] * 4, "VALID", "NHWC", [1] * 4).numpy().item()
    4.0
    """
    if data_format != "NHWC":
        raise ValueError("Data formats other than NHWC are not yet supported.")
    x, kernel = _core.convert_to_tensor(input), _core.convert_to_tensor(filters)
    rows, columns, channels = kernel.shape.as_list()
    (sy, sx), (dy, dx) = ([int(n) for n in list(given)[1:3]] for given in (strides, dilations))
    if padding == "SAME":
        x = _surrounded(x, (rows, columns), (sy, sx), (dy, dx))
    patches = _core.extract_patches(
        x, [1, rows, columns, 1], [1, sy, sx, 1], [1, dy, dx, 1], "VALID"
    )
    windows = _core.reshape(patches, [*patches.shape.as_list()[:3], rows * columns, channels])
    return _core.reduce_max(windows + _core.reshape(kernel, [rows * columns, channels]), 3)


def _surrounded(
    x: _core.Tensor, kernel: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> _core.Tensor:
    """`x` with the lowest number around it, as far as windows reach."""
    lowest = _core.constant(float(x.dtype.min) / 2, x.dtype)
    paddings = [[0, 0]]
    for size, k, s, d in zip(x.shape.as_list()[1:3], kernel, strides, dilations, strict=True):
        reach = (k - 1) * d + 1
        more = max(0, (-(-size // s) - 1) * s + reach - size)
        paddings.append([more // 2, more - more // 2])
    return _core.pad(x, [*paddings, [0, 0]], constant_values=lowest)


@taken_over
def erosion2d(
    value: TensorLike,
    filters: TensorLike,
    strides: Sequence[int],
    padding: str,
    data_format: str,
    dilations: Sequence[int],
    name: str | None = None,
) -> _core.Tensor:
    """The smallest difference of input and filter over each window: dilation upside down.

    >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0], [1, 2, 2, 1])
    >>> tf.nn.erosion2d(x, tf.zeros([2, 2, 1]), [1] * 4, "VALID", "NHWC", [1] * 4).numpy().item()
    1.0
    """
    turned = _core.reverse(_core.convert_to_tensor(filters), [0, 1])
    x = -_core.convert_to_tensor(value)
    return -dilation2d(x, turned, strides, padding, data_format, dilations)


def _ints(given: TensorLike) -> Array:
    return np.asarray(_core.convert_to_tensor(given).numpy())


def space_to_batch(
    input: TensorLike, block_shape: TensorLike, paddings: TensorLike, name: str | None = None
) -> _core.Tensor:
    """Blocks of the axes behind the first become entries of the first, after padding with zeros.

    >>> tf.space_to_batch(tf.zeros([1, 4, 4, 1]), [2, 2], [[0, 0], [0, 0]]).shape.as_list()
    [4, 2, 2, 1]
    """
    x, block, pads = _core.convert_to_tensor(input), _ints(block_shape), _ints(paddings)
    block = np.broadcast_to(block, len(pads)) if block.ndim == 0 else block
    count, rank = len(block), x.shape.rank
    x = _core.pad(x, [[0, 0], *pads.tolist(), *[[0, 0]] * (rank - 1 - count)])
    batch, *sizes = x.shape.as_list()
    for size, step in zip(sizes, block, strict=False):
        if size % step:
            raise InvalidArgumentError(
                None, None, f"padded_shape={size} is not divisible by block_shape={step}"
            )
    pairs = [n for s, b in zip(sizes, block, strict=False) for n in (s // b, b)]
    split = _core.reshape(x, [batch, *pairs, *sizes[count:]])
    inner = list(range(2 * count + 1, rank + count))
    order = [*range(2, 2 * count + 1, 2), 0, *range(1, 2 * count, 2), *inner]
    outer = [s // b for s, b in zip(sizes, block, strict=False)]
    whole = batch * int(np.prod(block))
    return _core.reshape(_core.transpose(split, order), [whole, *outer, *sizes[count:]])


space_to_batch_nd = space_to_batch


def batch_to_space(
    input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None
) -> _core.Tensor:
    """The inverse of `space_to_batch`: entries of the first axis become blocks; `crops` are cut.

    >>> tf.batch_to_space(tf.zeros([4, 2, 2, 1]), [2, 2], [[0, 0], [0, 0]]).shape.as_list()
    [1, 4, 4, 1]
    """
    x, block, cuts = _core.convert_to_tensor(input), _ints(block_shape), _ints(crops)
    block = np.broadcast_to(block, len(cuts)) if block.ndim == 0 else block
    count, shape = len(block), x.shape.as_list()
    batch = shape[0] // int(np.prod(block))
    if batch * int(np.prod(block)) != shape[0]:
        raise InvalidArgumentError(
            None, None, f"Input batch dimension ({shape[0]}) is not divisible by {block.tolist()}"
        )
    split = _core.reshape(x, [*block.tolist(), batch, *shape[1:]])
    order = [count]
    for axis in range(count):
        order += [count + 1 + axis, axis]
    order += list(range(2 * count + 1, len(shape) + count))
    sizes = [n * b for n, b in zip(shape[1:], block.tolist(), strict=False)]
    whole = _core.reshape(_core.transpose(split, order), [batch, *sizes, *shape[1 + count :]])
    for axis, (start, end) in enumerate(cuts.tolist(), 1):
        kept = np.arange(start, whole.shape[axis] - end)
        whole = _core.gather(whole, kept, axis=axis)
    return whole


def required_space_to_batch_paddings(
    input_shape: Any,
    block_shape: TensorLike,
    base_paddings: TensorLike | None = None,
    name: str | None = None,
) -> tuple[_core.Tensor, _core.Tensor]:
    """Paddings that make `input_shape` divisible by `block_shape`, and crops that undo them.

    >>> tf.required_space_to_batch_paddings([5], [2])[0].numpy().tolist()
    [[0, 1]]
    """
    sizes, block = _ints(input_shape), _ints(block_shape)
    base = np.zeros((len(block), 2), np.int32) if base_paddings is None else _ints(base_paddings)
    more = -(sizes + base.sum(1)) % block
    paddings = np.stack([base[:, 0], base[:, 1] + more], 1).astype(np.int32)
    crops = np.stack([np.zeros_like(more), more], 1).astype(np.int32)
    return _core.constant(paddings), _core.constant(crops)


def extract_volume_patches(
    input: TensorLike,
    ksizes: Sequence[int],
    strides: Sequence[int],
    padding: str,
    name: str | None = None,
) -> _core.Tensor:
    """What windows see of volumes, as channels: `[batch, z, y, x, sizes' product * channels]`.

    `input` is `[batch, depth, height, width, channels]`; `ksizes` and `strides` are
    `[1, z, y, x, 1]`. `ValueError` for another rank or `padding`.

    >>> x = tf.reshape(tf.range(8.0), [1, 2, 2, 2, 1])
    >>> tf.extract_volume_patches(x, [1, 1, 2, 2, 1], [1] * 5, "VALID").numpy().ravel().tolist()
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    """
    x, sizes, steps = _core.convert_to_tensor(input), list(ksizes)[1:4], list(strides)[1:4]
    if x.shape.rank != 5 or padding not in ("SAME", "VALID"):
        raise ValueError(
            "extract_volume_patches takes [batch, depth, height, width, channels] and SAME or "
            f"VALID, not {x.shape} and {padding!r}"
        )
    lengths = x.shape.as_list()[1:4]
    if padding == "SAME":
        counts = [-(-length // step) for length, step in zip(lengths, steps)]
        more = [max(0, (n - 1) * s + k - m) for n, s, k, m in zip(counts, steps, sizes, lengths)]
        x = _core.pad(x, [[0, 0], *([m // 2, m - m // 2] for m in more), [0, 0]])
    else:
        counts = [max(0, -(-(m - k + 1) // s)) for m, k, s in zip(lengths, sizes, steps)]
    seen = [_every(x, start, counts, steps) for start in np.ndindex(*sizes)]
    return _core.concat(seen, -1)


def _every(
    x: _core.Tensor, start: Sequence[int], counts: Sequence[int], steps: Sequence[int]
) -> _core.Tensor:
    """One element of each window: from `start` on, `counts` of them, `steps` apart."""
    places = [slice(a, a + n * s, s) for a, n, s in zip(start, counts, steps)]
    return x[:, places[0], places[1], places[2]]
