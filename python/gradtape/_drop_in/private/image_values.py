"""`preprocess_input` of Keras's trained models: what they want pixels of 0 to 255 to become.

Arrays of floats are changed in place, as in Keras; tensors, also symbolic ones, are not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _core
from ..._keras import settings
from ..._keras.backend.windows import bias_add
from ..._keras.ops.arranging import stack
from ..._keras.ops.conversion import convert_to_tensor
from ..._runtime.versions import is_keras_2_asked_for

# The means and deviations of ImageNet's channels: of blue, green and red, and of red, green, blue.
_BLUE_FIRST = (103.939, 116.779, 123.68)
_RED_FIRST, _DEVIATIONS = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
_MODES = ("caffe", "tf", "torch")


def preprocess_input(x: Any, data_format: str | None = None, mode: str = "caffe") -> Any:
    """Images with values as a model was trained with.

    "tf" has them between -1 and 1; "torch" has each channel with mean 0 and deviation 1, as they
    are in ImageNet; "caffe" has blue first, and mean 0.

    >>> import numpy as np
    >>> from gradtape._drop_in.private.image_values import preprocess_input
    >>> preprocess_input(np.full([1, 1, 1, 3], 255), mode="tf").tolist()
    [[[[1.0, 1.0, 1.0]]]]
    """
    if mode not in _MODES:
        raise ValueError(
            f"Expected mode to be one of `caffe`, `tf` or `torch`. Received: mode={mode}"
        )
    if data_format is None:
        data_format = settings.image_data_format()
    elif data_format not in ("channels_first", "channels_last"):
        raise ValueError(
            "Expected data_format to be one of `channels_first` or `channels_last`. Received: "
            f"data_format={data_format}"
        )
    axis = -3 if data_format == "channels_first" else -1
    return (_of_array if isinstance(x, np.ndarray) else _of_tensor)(x, axis, mode)


def _of_array(x: np.ndarray, axis: int, mode: str) -> np.ndarray:
    if not np.issubdtype(x.dtype, np.floating):
        x = x.astype(settings.floatx())
    if mode == "tf":
        x /= 127.5
        x -= 1.0
        return x
    if mode == "torch":
        x /= 255.0
    else:
        x = np.flip(x, axis)  # a view, so that what follows is in place
    channels = np.moveaxis(x, axis, 0)
    for place, mean in enumerate(_RED_FIRST if mode == "torch" else _BLUE_FIRST):
        channels[place] -= mean
        if mode == "torch":
            channels[place] /= _DEVIATIONS[place]
    return x


def _of_tensor(x: Any, axis: int, mode: str) -> Any:
    if mode == "tf":
        return x / 127.5 - 1.0
    if mode == "torch":
        return _plus(x / 255.0, _RED_FIRST, axis) / _along(_DEVIATIONS, axis, x)
    return _plus(_blue_first(x, axis), _BLUE_FIRST, axis)


def _blue_first(x: Any, axis: int) -> Any:
    behind = (slice(None),) * (-1 - axis)
    if is_keras_2_asked_for():
        backwards = (Ellipsis, slice(None, None, -1), *behind)
        return x[backwards]
    places = [(Ellipsis, channel, *behind) for channel in (2, 1, 0)]
    return stack([x[place] for place in places], axis=axis)


def _plus(x: Any, means: tuple[float, ...], axis: int) -> Any:
    """The values less the means of their channels."""
    if is_keras_2_asked_for():
        shift = _core.cast(_core.constant([-mean for mean in means]), x.dtype)
        return bias_add(x, shift, "channels_last" if axis == -1 else "channels_first")
    return x + _along([-mean for mean in means], axis, x, of_rank=len(x.shape))


def _along(values: Any, axis: int, x: Any, of_rank: int = 0) -> Any:
    """Numbers for each channel as a tensor that goes with images."""
    shape = [3] + [1] * (-1 - axis)
    array = np.reshape(np.array(values), [1] * (of_rank - len(shape)) + shape)
    return convert_to_tensor(array, dtype=x.dtype)
