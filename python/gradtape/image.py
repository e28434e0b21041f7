"""Images: tensors of shape `[..., height, width, channels]`."""

from . import _core
from ._core import (
    adjust_brightness as adjust_brightness,
    adjust_contrast as adjust_contrast,
    adjust_gamma as adjust_gamma,
    adjust_hue as adjust_hue,
    adjust_saturation as adjust_saturation,
    central_crop as central_crop,
    convert_image_dtype as convert_image_dtype,
    crop_to_bounding_box as crop_to_bounding_box,
    extract_patches as extract_patches,
    flip_left_right as flip_left_right,
    flip_up_down as flip_up_down,
    grayscale_to_rgb as grayscale_to_rgb,
    hsv_to_rgb as hsv_to_rgb,
    image_gradients as image_gradients,
    pad_to_bounding_box as pad_to_bounding_box,
    per_image_standardization as per_image_standardization,
    psnr as psnr,
    resize as resize,
    resize_with_crop_or_pad as resize_with_crop_or_pad,
    rgb_to_grayscale as rgb_to_grayscale,
    rgb_to_hsv as rgb_to_hsv,
    rot90 as rot90,
    sobel_edges as sobel_edges,
    ssim as ssim,
    total_variation as total_variation,
)
from ._io.decoding import (
    decode_and_crop_jpeg as decode_and_crop_jpeg,
    decode_bmp as decode_bmp,
    decode_gif as decode_gif,
    decode_image as decode_image,
    decode_jpeg as decode_jpeg,
    decode_png as decode_png,
    decode_webp as decode_webp,
    extract_jpeg_shape as extract_jpeg_shape,
    is_jpeg as is_jpeg,
)
from ._io.encoding import (
    adjust_jpeg_quality as adjust_jpeg_quality,
    encode_jpeg as encode_jpeg,
    encode_png as encode_png,
)
from ._ops.image import ResizeMethod as ResizeMethod

transpose = _core.image_transpose
