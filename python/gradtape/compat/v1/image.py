"""`tf.compat.v1.image`: the package's `image`, where pixels are points when sizes change."""

from ..._legacy.images import (
    resize as resize,
    resize_bicubic as resize_bicubic,
    resize_bilinear as resize_bilinear,
    resize_image_with_pad as resize_image_with_pad,
    resize_images as resize_images,
    resize_nearest_neighbor as resize_nearest_neighbor,
)
from ..._legacy.names import finder as _finder

__getattr__ = _finder("image")
