"""Functions that version 2 has under no name, or with other arguments."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from .._autodiff.indexed_slices import IndexedSlices
from .._networks import windows
from .._networks.ctc import ctc_loss as of_labels
from .._runtime import printed
from .._sparse.tensor import SparseTensor
from .values import SparseTensorValue

if TYPE_CHECKING:
    from .._typing import ShapeLike, TensorLike


def batch_gather(params: TensorLike, indices: TensorLike, name: str | None = None) -> _core.Tensor:
    """`gather` along the last axis of `indices`, whose other axes are those of `params`.

    >>> tf.compat.v1.batch_gather([[1, 2], [3, 4]], [[1], [0]]).numpy().tolist()
    [[2], [3]]
    """
    indices = _core.convert_to_tensor(indices)
    return _core.gather(params, indices, batch_dims=len(indices.shape) - 1)


def clip_by_average_norm(
    t: TensorLike, clip_norm: TensorLike, name: str | None = None
) -> _core.Tensor:
    """`t`, scaled so that its norm is at most `clip_norm` for each element.

    >>> tf.compat.v1.clip_by_average_norm([3.0, 4.0], 1.0).numpy().tolist()
    [1.2000000476837158, 1.600000023841858]
    """
    t = _core.convert_to_tensor(t)
    least = _core.rsqrt(_core.reduce_sum(t * t)) * _core.cast(_core.size(t), t.dtype)
    return t * clip_norm * _core.minimum(least, 1.0 / _core.cast(clip_norm, t.dtype))


def as_it_is(
    value: Any, dtype: Any = None, name: str | None = None, preferred_dtype: Any = None
) -> Any:
    """What is made of several tensors as it is, and any other value as a tensor."""
    if isinstance(value, SparseTensorValue):
        return SparseTensor(*value)
    if isinstance(value, (IndexedSlices, SparseTensor)):
        return value
    return _core.convert_to_tensor(value, dtype)


class ListDiff(NamedTuple):
    """The values of one list that another does not have, and their places."""

    out: Any
    idx: Any


def setdiff1d(
    x: TensorLike, y: TensorLike, index_dtype: Any = _core.int32, name: str | None = None
) -> Any:
    """The values of `x` that are not in `y`, in order, and their places in `x`.

    >>> out, idx = tf.compat.v1.setdiff1d([1, 2, 3, 4], [2, 3])
    >>> out.numpy().tolist(), idx.numpy().tolist()
    ([1, 4], [0, 3])
    """
    x = _core.convert_to_tensor(x)
    unwanted = _core.convert_to_tensor(y, x.dtype).numpy()
    places = np.flatnonzero(np.isin(x.numpy(), unwanted, invert=True))
    return ListDiff(_core.gather(x, places), _core.cast(places, index_dtype))


def extract_image_patches(
    images: TensorLike,
    ksizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: str | None = None,
    name: str | None = None,
    sizes: Any = None,
) -> Any:
    """`image.extract_patches`, whose sizes may be called `ksizes`."""
    sizes = ksizes if sizes is None else sizes
    return sys.modules["gradtape"].image.extract_patches(images, sizes, strides, rates, padding)


def print_and_pass(
    input_: TensorLike,
    data: Any,
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """`input_`, when the values of `data` have been printed, each in brackets.

    Errors of writing are those of `sys.stderr`, where the text goes.

    >>> tf.compat.v1.Print(tf.constant(1.0), [tf.constant([2.0, 3.0])], "x is ").numpy().item()
    1.0
    """
    most = 3 if summarize is None else summarize
    shown = "".join(_shown(_core.convert_to_tensor(value).numpy(), most) for value in data)
    printed.write(f"{message or ''}{shown}\n", sys.stderr)
    return _core.identity(_core.convert_to_tensor(input_))


def _shown(value: Any, most: int) -> str:
    """An array in brackets, cut off after `most` elements."""
    left = value.size if most < 0 else most
    words, _ = _words(value, left, is_inner=False)
    return f"[{words}{'...' if value.size > left else ''}]"


def _words(value: Any, left: int, is_inner: bool) -> tuple[str, int]:
    """The first elements of an array, and how many more may follow."""
    if value.ndim < 2:
        flat = value.reshape(-1)[:left].tolist()
        is_cut = is_inner and len(flat) < value.size
        return " ".join(map(_word, flat)) + ("..." if is_cut else ""), left - len(flat)
    rows = ""
    for row in value:
        if left > 0:
            words, left = _words(row, left, is_inner=True)
            rows += f"[{words}]"
    return rows, left


def _word(item: Any) -> str:
    return f"{item:g}" if isinstance(item, float) else str(item)


def ctc_loss(
    labels: Any,
    inputs: TensorLike | None = None,
    sequence_length: TensorLike | None = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: TensorLike | None = None,
) -> _core.Tensor:
    """`nn.ctc_loss` of a `SparseTensor`, with the last class for the blank.

    Labels that do not fit are infinite whether they are to be ignored or not. `ValueError` without
    logits, and for other manners of repeated labels.

    >>> from gradtape._legacy.older import ctc_loss
    >>> labels = tf.SparseTensor([[0, 0]], tf.constant([0], tf.int32), [1, 1])
    >>> round(float(ctc_loss(labels, tf.zeros([2, 1, 2]), [2])[0]), 4)
    0.2877
    """
    frames: Any = inputs if logits is None else logits
    if frames is None or (inputs is not None and logits is not None):
        raise ValueError("Pass one of `inputs` and `logits`.")
    if preprocess_collapse_repeated or not ctc_merge_repeated:
        raise ValueError("Repeated labels are counted, and repeated outputs are one, in any case.")
    lengths: Any = sequence_length
    return of_labels(labels, frames, None, lengths, time_major, blank_index=-1)


def sparse_matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """`matmul`: zeros are multiplied like other numbers."""
    return _core.matmul(a, b, transpose_a, transpose_b)


def no_regularizer(_: Any) -> None:
    """No loss, whatever the weights are."""


def resize_area(
    images: TensorLike, size: ShapeLike, align_corners: bool = False, name: str | None = None
) -> Any:
    """`image.resize` by means over areas."""
    return sys.modules["gradtape"].image.resize(images, size, "area")


def softmax_cross_entropy_with_logits(
    labels: TensorLike,
    logits: TensorLike,
    dim: int = -1,
    name: str | None = None,
    axis: int | None = None,
) -> _core.Tensor:
    """As version 2's, with labels that have no gradient."""
    constants = _core.stop_gradient(_core.convert_to_tensor(labels))
    along = dim if axis is None else axis
    return sys.modules["gradtape"].nn.softmax_cross_entropy_with_logits(constants, logits, along)


def dilation2d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    filters: TensorLike | None = None,
    dilations: Any = None,
) -> _core.Tensor:
    """As version 2's, which also asks for the order of axes."""
    kernel: Any = filters if filter is None else filter
    return windows.dilation2d(input, kernel, strides, padding, "NHWC", rates or dilations)


def erosion2d(
    value: TensorLike,
    kernel: TensorLike,
    strides: Any,
    rates: Any,
    padding: Any,
    name: str | None = None,
) -> _core.Tensor:
    """As version 2's, which also asks for the order of axes."""
    return windows.erosion2d(value, kernel, strides, padding, "NHWC", rates)
