"""Images: tensors of shape `[..., height, width, channels]`."""

from ._core import (
    adjust_contrast as adjust_contrast,
    convert_image_dtype as convert_image_dtype,
)
