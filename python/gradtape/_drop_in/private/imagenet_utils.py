"""`keras.applications.imagenet_utils`: what programs that define models of images take from it.

The shapes and values of inputs and paddings are here; what else belongs to trained models is left
out, as they are.
"""

from __future__ import annotations

import warnings
from typing import Any

from ..._keras import settings
from ..._left_out import instead_of
from .image_values import preprocess_input as preprocess_input
from .left_out import LeftOut

Shape = tuple[Any, ...]


def __getattr__(name: str) -> LeftOut:
    if name.startswith("__"):
        raise AttributeError(name)
    reason = instead_of("keras.applications")
    return LeftOut(f"keras.applications.imagenet_utils.{name}", f"is left out; {reason}.")


def obtain_input_shape(
    input_shape: Shape | None,
    default_size: int,
    min_size: int,
    data_format: str,
    require_flatten: bool,
    weights: str | None = None,
) -> Shape:
    """The shape of a model's input images: the given one if it fits, else the default.

    `ValueError` for images that are smaller than `min_size`, for channels that weights of ImageNet
    do not have, and, if `require_flatten`, for sizes that are open.

    >>> from gradtape._drop_in.private.imagenet_utils import obtain_input_shape
    >>> obtain_input_shape((64, 64, 1), 224, 32, "channels_last", True)
    (64, 64, 1)
    >>> obtain_input_shape(None, 224, 32, "channels_first", False)
    (3, None, None)
    """
    first = data_format == "channels_first"
    if weights == "imagenet" and require_flatten:
        return _of_imagenet(input_shape, _shape(default_size, 3, first))
    if not input_shape:
        return _shape(default_size if require_flatten else None, 3, first)
    if len(input_shape) != 3:
        raise ValueError("`input_shape` must be a tuple of three integers.")
    _check_channels(input_shape, input_shape[0 if first else -1], weights)
    sizes = input_shape[1:] if first else input_shape[:2]
    if any(size is not None and size < min_size for size in sizes):
        raise ValueError(
            f"Input size must be at least {min_size}x{min_size}; Received: "
            f"input_shape={input_shape}"
        )
    if require_flatten and None in input_shape:
        raise ValueError(
            "If `include_top` is True, you should specify a static `input_shape`. Received: "
            f"input_shape={input_shape}"
        )
    return input_shape


def _shape(size: int | None, channels: int, first: bool) -> Shape:
    return (channels, size, size) if first else (size, size, channels)


def _of_imagenet(input_shape: Shape | None, default: Shape) -> Shape:
    if input_shape is not None and input_shape != default:
        raise ValueError(
            "When setting `include_top=True` and loading `imagenet` weights, `input_shape` should "
            f"be {default}.  Received: input_shape={input_shape}"
        )
    return default


def _check_channels(input_shape: Shape, channels: Any, weights: str | None) -> None:
    if weights == "imagenet" and channels != 3:
        raise ValueError(f"The input must have 3 channels; Received `input_shape={input_shape}`")
    if channels not in (1, 3):
        warnings.warn(
            "This model usually expects 1 or 3 input channels. However, it was passed an "
            f"input_shape with {channels} input channels.",
            stacklevel=3,
        )


def correct_pad(inputs: Any, kernel_size: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """How many zeros are put around images before a convolution that halves them.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private.imagenet_utils import correct_pad
    >>> correct_pad(tf.keras.Input((32, 33, 3)), 3)
    ((0, 1), (1, 1))
    """
    begin = 2 if settings.image_data_format() == "channels_first" else 1
    sizes = inputs.shape[begin : begin + 2]
    kernel = (kernel_size, kernel_size) if isinstance(kernel_size, int) else tuple(kernel_size)
    odd = (0, 0) if sizes[0] is None else (sizes[0] % 2, sizes[1] % 2)
    high, wide = (
        (length // 2 - (1 - rest), length // 2) for length, rest in zip(kernel, odd, strict=True)
    )
    return high, wide


def validate_activation(classifier_activation: Any, weights: str | None) -> None:
    """Check that weights which were trained are not used with another activation of the classes."""
    if weights is None:
        return
    from ..._keras import activations  # at call time: few programs come here

    if activations.get(classifier_activation) not in (
        activations.get("softmax"),
        activations.get(None),
    ):
        raise ValueError(
            "Only `None` and `softmax` activations are allowed for the `classifier_activation` "
            "argument when using pretrained weights, with `include_top=True`; Received: "
            f"classifier_activation={classifier_activation}"
        )
