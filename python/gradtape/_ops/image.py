"""What `tf.image` has besides operations of the core."""

from __future__ import annotations


class ResizeMethod:
    """Names of the methods of `resize`."""

    AREA = "area"
    BICUBIC = "bicubic"
    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"
