"""Operations that are written in Python: by their types, with TensorFlow's names of arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from .._images.moving import projected
from .._random.gammas import random_gamma_grad
from ..errors import InvalidArgumentError
from .batch_norm import fused_batch_norm, third_version

if TYPE_CHECKING:
    from .._typing import ShapeLike, TensorLike

_FILLS = ("CONSTANT", "NEAREST", "REFLECT", "WRAP")
_BETWEEN = ("BILINEAR", "NEAREST")


def image_projective_transform(
    images: TensorLike, transforms: TensorLike, output_shape: ShapeLike, fill_value: Any,
    interpolation: str, fill_mode: str = "CONSTANT", name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """Images whose pixels are those at places that eight numbers of each image say.

    The gradient goes to the images alone, and is the true one, also of transforms that cannot be
    undone; in TensorFlow's place it is TensorFlow's: what came back, moved back. Errors:
    `InvalidArgumentError` for transforms of another shape or another mode.

    >>> import gradtape as tf
    >>> x = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
    >>> tf.raw_ops.ImageProjectiveTransformV3(
    ...     images=x, transforms=[[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0]], output_shape=[2, 2],
    ...     fill_value=9.0, interpolation="NEAREST")[0, :, :, 0].numpy().tolist()
    [[1.0, 9.0], [3.0, 9.0]]
    """
    pixels, rows = _core.convert_to_tensor(images), _core.cast(transforms, _core.float32)
    if rows.shape.rank != 2 or rows.shape[1] != 8 or rows.shape[0] not in (1, pixels.shape[0]):
        text = f"transforms are [batch, 8] or [1, 8], not {rows.shape}, for images {pixels.shape}"
        raise InvalidArgumentError(None, None, text)
    for value, known in ((fill_mode, _FILLS), (interpolation, _BETWEEN)):
        if value.upper() not in known:
            raise InvalidArgumentError(None, None, f"{value} is none of {', '.join(known)}")
    rows = _core.broadcast_to(rows, [pixels.shape[0], 8])
    size = [int(n) for n in np.asarray(output_shape)]
    return projected(pixels, rows, size, fill_mode.lower(), fill_value, interpolation.lower())


def _second_version(
    images: _core.Tensor, transforms: _core.Tensor, output_shape: ShapeLike, interpolation: str,
    fill_mode: str = "CONSTANT", name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    return image_projective_transform(
        images, transforms, output_shape, 0.0, interpolation, fill_mode
    )


def tridiagonal_matmul(
    superdiag: TensorLike, maindiag: TensorLike, subdiag: TensorLike, rhs: TensorLike,
    name: str | None = None,
) -> _core.Tensor:  # fmt: skip
    """The product of matrices of three diagonals, each `[..., 1, n]`, with `rhs` `[..., n, k]`.

    >>> one = tf.ones([1, 2])
    >>> tf.raw_ops.TridiagonalMatMul(
    ...     superdiag=one, maindiag=one, subdiag=one, rhs=[[1.0], [2.0]]).numpy().tolist()
    [[3.0], [3.0]]
    """
    return _core.tridiagonal_matmul(_core.concat([superdiag, maindiag, subdiag], -2), rhs)


def broadcast_gradient_args(
    s0: TensorLike, s1: TensorLike, name: str | None = None
) -> BroadcastGradientArgs:
    """The axes over which gradients are summed of two inputs that broadcast, by their shapes.

    >>> r0, r1 = tf.raw_ops.BroadcastGradientArgs(s0=[2, 1, 3], s1=[4, 3])
    >>> r0.numpy().tolist(), r1.numpy().tolist()
    ([1], [0])
    """
    kept = _core.convert_to_tensor(s0).dtype
    first, second = (np.asarray(shape).tolist() for shape in (s0, s1))
    rank = len(np.broadcast_shapes(tuple(first), tuple(second)))
    axes = [[] if first == second else _ones(shape, rank) for shape in (first, second)]
    return BroadcastGradientArgs(*(_core.constant(found, kept) for found in axes))


class BroadcastGradientArgs(NamedTuple):
    """The axes of the first and of the second input."""

    r0: _core.Tensor
    r1: _core.Tensor


def _ones(shape: list[int], rank: int) -> list[int]:
    """The axes of length 1 of a shape, those that it lacks in front included."""
    return [axis for axis, length in enumerate([1] * (rank - len(shape)) + shape) if length == 1]


def matrix_diag_part(
    input: TensorLike, k: Any, padding_value: Any, name: str | None = None
) -> _core.Tensor:
    """Diagonals of matrices, those that are shorter at the left.

    >>> tf.raw_ops.MatrixDiagPartV2(input=[[1, 2], [3, 4]], k=1, padding_value=0).numpy().tolist()
    [2]
    """
    return _core.diag_part(input, k=k, padding_value=padding_value, align="LEFT_LEFT")


class Svd(NamedTuple):
    """Singular values, and the vectors at the left and at the right of them."""

    s: _core.Tensor
    u: _core.Tensor
    v: _core.Tensor


def _singular(
    input: Any, compute_uv: bool = True, full_matrices: bool = False, name: str | None = None
) -> Svd:
    if compute_uv:
        return Svd(*_core.svd(input, full_matrices))
    values = _core.svd(input, compute_uv=False)
    none = _core.zeros([0], values.dtype)
    return Svd(values, none, none)


WRITTEN: Mapping[str, Callable[..., Any]] = {
    "BroadcastGradientArgs": broadcast_gradient_args,
    "FusedBatchNormV2": fused_batch_norm,
    "FusedBatchNormV3": third_version,
    "ImageProjectiveTransformV2": _second_version,
    "ImageProjectiveTransformV3": image_projective_transform,
    "MatrixDiagPartV2": matrix_diag_part,
    "RandomGammaGrad": random_gamma_grad,
    "Svd": _singular,
    "TridiagonalMatMul": tridiagonal_matmul,
}
