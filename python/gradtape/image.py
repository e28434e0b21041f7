"""Images: tensors of shape `[..., height, width, channels]`."""

from ._core import (
    convert_image_dtype as convert_image_dtype,
)
