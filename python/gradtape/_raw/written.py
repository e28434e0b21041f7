"""Operations that are written in Python: by their types, with TensorFlow's names of arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._images.moving import projected
from ..errors import InvalidArgumentError

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
    undone. Errors: `InvalidArgumentError` for transforms of another shape or another mode.

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


WRITTEN: Mapping[str, Callable[..., Any]] = {
    "ImageProjectiveTransformV2": _second_version,
    "ImageProjectiveTransformV3": image_projective_transform,
    "TridiagonalMatMul": tridiagonal_matmul,
}
