"""`keras.ops.image`: functions of images."""

from ..._keras.ops.images import (
    crop_images as crop_images,
    extract_patches as extract_patches,
    extract_patches_3d as extract_patches_3d,
    hsv_to_rgb as hsv_to_rgb,
    pad_images as pad_images,
    resize as resize,
    rgb_to_grayscale as rgb_to_grayscale,
    rgb_to_hsv as rgb_to_hsv,
    sobel_edges as sobel_edges,
    ssim as ssim,
)
from ..._keras.ops.moving import (
    affine_transform as affine_transform,
    elastic_transform as elastic_transform,
    gaussian_blur as gaussian_blur,
    map_coordinates as map_coordinates,
    perspective_transform as perspective_transform,
    scale_and_translate as scale_and_translate,
)
