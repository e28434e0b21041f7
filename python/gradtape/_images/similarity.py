"""How alike two images are, over several scales."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure.taken_over import taken_over
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import TensorLike

_POWERS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)  # Wang, Simoncelli, Bovik, 2003


@taken_over
def ssim_multiscale(
    img1: TensorLike, img2: TensorLike, max_val: Any, power_factors: Any = _POWERS,
    filter_size: int = 11, filter_sigma: float = 1.5, k1: float = 0.01, k2: float = 0.03,
) -> _core.Tensor:  # fmt: skip
    """The structural similarity over several scales (Wang and others, 2003), 1 for equal images.

    Images are `[..., height, width, channels]`; each scale halves them, and its contrasts count by
    the power of its place in `power_factors`, the coarsest with the luminance. Negative contrasts
    count as 0. Differentiable. Errors: `InvalidArgumentError` for shapes that differ, or images
    that the window does not fit into on the coarsest scale.

    >>> x = tf.random.stateless_uniform([1, 176, 176, 1], seed=[1, 2])
    >>> round(float(tf.image.ssim_multiscale(x, x, 1.0)[0]), 4)
    1.0
    """
    x, y = _core.convert_to_tensor(img1), _core.convert_to_tensor(img2)
    if x.shape != y.shape or x.shape.rank < 3:
        raise InvalidArgumentError(
            None, None, f"images of one shape are compared, not {x.shape} and {y.shape}"
        )
    lead, size = x.shape[:-3].as_list(), x.shape[-3:].as_list()
    limit = float(_core.convert_image_dtype(_core.cast(max_val, x.dtype), _core.float32))
    x, y = (_core.reshape(_core.convert_image_dtype(z, _core.float32), [-1, *size]) for z in (x, y))
    factors: list[Any] = []
    last: Any = None
    for scale in range(len(power_factors)):
        if scale:
            x, y = _halved(x), _halved(y)
        last, contrast = _core._ssim_and_contrast(x, y, limit, filter_size, filter_sigma, k1, k2)
        factors.append(_core.relu(contrast))
    powers = _core.constant(list(power_factors), _core.float32)
    factors[-1] = _core.relu(last)
    found = _core.reduce_prod(_core.pow(_core.stack(factors, -1), powers), -1)
    return _core.reshape(_core.reduce_mean(found, -1), lead)


def _halved(x: _core.Tensor) -> _core.Tensor:
    """Means of 2 by 2 pixels; an odd last row or column is repeated."""
    odd = [n % 2 for n in x.shape[1:3].as_list()]
    if any(odd):
        x = _core.pad(x, [[0, 0], [0, odd[0]], [0, odd[1]], [0, 0]], "SYMMETRIC")
    return _core.avg_pool2d(x, 2, 2, "VALID")
