"""`ImageDataGenerator`: batches of images, each changed at random; of arrays and of directories.

Invariant: random numbers are drawn from NumPy's generator in Keras's order, so that a seed gives
Keras's changes.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arguments import Argument, Declared, Flag, Number, argument
from ..settings import image_data_format
from .affine import apply_affine_transform, apply_brightness_shift, apply_channel_shift
from .batch_iterators import DirectoryIterator, NumpyArrayIterator
from .tables import DataFrameIterator

if TYPE_CHECKING:
    from ..._typing import Array, PathLike, TensorLike


class Optional(Argument[Any, Any]):
    """A value, or None."""


class ZoomRange(Argument[Any, tuple[float, float]]):
    """Two factors, or how far from 1 they go."""

    def convert(self, owner: Any, value: Any) -> tuple[float, float]:
        if isinstance(value, (int, float)):
            return (1 - value, 1 + value)
        if len(value) != 2:
            raise ValueError(
                "`zoom_range` should be a float or a tuple or list of two floats. "
                f"Received: {value}"
            )
        return (value[0], value[1])


class ImageDataGenerator(Declared):
    """Changes images at random: `flow` and its kin yield batches of changed images.

    Ranges are degrees (`rotation_range`, `shear_range`), shares or pixels (`width_shift_range`,
    `height_shift_range`), factors (`zoom_range`, `brightness_range`). `rescale` multiplies at the
    end. What is `featurewise` needs `fit`. `ValueError` for ranges without sense.

    >>> import gradtape as tf, numpy as np
    >>> make = tf.keras.preprocessing.image.ImageDataGenerator
    >>> generator = make(rescale=1 / 2, horizontal_flip=True)
    >>> x, y = next(generator.flow(np.ones((4, 3, 3, 1)), np.arange(4), batch_size=3))
    >>> x.shape, float(x.max())
    ((3, 3, 3, 1), 0.5)
    """

    featurewise_center: Flag = argument(default=False)
    samplewise_center: Flag = argument(default=False)
    featurewise_std_normalization: Flag = argument(default=False)
    samplewise_std_normalization: Flag = argument(default=False)
    zca_whitening: Flag = argument(default=False)
    zca_epsilon: Number = argument(default=1e-6)
    rotation_range: Number = argument(default=0)
    width_shift_range: Optional = argument(default=0.0)
    height_shift_range: Optional = argument(default=0.0)
    brightness_range: Optional = argument(default=None)
    shear_range: Number = argument(default=0.0)
    zoom_range: ZoomRange = argument(default=0.0)
    channel_shift_range: Number = argument(default=0.0)
    fill_mode: Optional = argument(default="nearest")
    cval: Number = argument(default=0.0)
    horizontal_flip: Flag = argument(default=False)
    vertical_flip: Flag = argument(default=False)
    rescale: Optional = argument(default=None)
    preprocessing_function: Optional = argument(default=None)
    data_format: Optional = argument(default=None)
    validation_split: Number = argument(default=0.0)
    interpolation_order: Number = argument(default=1)
    dtype: Optional = argument(default=None)

    def _initialize(self) -> None:
        if self.data_format not in (None, "channels_last", "channels_first"):
            raise ValueError(
                '`data_format` should be `"channels_last"` or `"channels_first"`. Received: '
                f"{self.data_format}"
            )
        if self.validation_split and not 0 < self.validation_split < 1:
            raise ValueError(
                "`validation_split` must be strictly between 0 and 1.  Received: "
                f"{self.validation_split}"
            )
        self.data_format = self.data_format or image_data_format()
        first = self.data_format == "channels_first"
        self.channel_axis, self.row_axis, self.col_axis = (1, 2, 3) if first else (3, 1, 2)
        if self.zca_whitening:  # it scales by itself
            self.featurewise_center, self.featurewise_std_normalization = True, False
        self.featurewise_center = self.featurewise_center or self.featurewise_std_normalization
        self.samplewise_center = self.samplewise_center or self.samplewise_std_normalization
        self.mean: Any = None
        self.std: Any = None
        self.zca_whitening_matrix: Any = None

    # --- Batches --------------------------------------------------------------------------------

    def flow(
        self, x: TensorLike, y: Any = None, batch_size: int = 32, shuffle: bool = True,
        sample_weight: TensorLike | None = None, seed: int | None = None,
        save_to_dir: PathLike | None = None, save_prefix: str = "", save_format: str = "png",
        ignore_class_split: bool = False, subset: str | None = None,
    ) -> Any:  # fmt: skip
        """Batches of an array of images; see `NumpyArrayIterator`."""
        return NumpyArrayIterator(
            x, y, self, batch_size, shuffle, sample_weight, seed, None,
            save_to_dir, save_prefix, save_format, subset, ignore_class_split,
        )  # fmt: skip

    def flow_from_directory(
        self, directory: PathLike, target_size: Sequence[int] = (256, 256),
        color_mode: str = "rgb", classes: Any = None, class_mode: str | None = "categorical",
        batch_size: int = 32, shuffle: bool = True, seed: int | None = None,
        save_to_dir: PathLike | None = None, save_prefix: str = "", save_format: str = "png",
        follow_links: bool = False, subset: str | None = None, interpolation: str = "nearest",
        keep_aspect_ratio: bool = False,
    ) -> Any:  # fmt: skip
        """Batches of the images in a directory, a folder for each class; see
        `DirectoryIterator`."""
        return DirectoryIterator(
            directory, self, target_size, color_mode, classes, class_mode, batch_size, shuffle,
            seed, subset, follow_links, interpolation, keep_aspect_ratio,
            save_to_dir, save_prefix, save_format,
        )  # fmt: skip

    def flow_from_dataframe(
        self, dataframe: Any, directory: PathLike | None = None, *args: Any, **options: Any
    ) -> Any:
        """Batches of the images that a table names; see `DataFrameIterator`, whose further
        arguments follow."""
        return DataFrameIterator(dataframe, directory, self, *args, **options)

    # --- Changes --------------------------------------------------------------------------------

    def standardize(self, x: Array) -> Array:
        """An image, or a batch of them, rescaled and centred, in place where it can be."""
        if self.preprocessing_function:
            x = self.preprocessing_function(x)
        if self.rescale:
            x *= self.rescale
        if self.samplewise_center:
            x -= np.mean(x, keepdims=True)
        if self.samplewise_std_normalization:
            x /= np.std(x, keepdims=True) + 1e-6
        if self.featurewise_center and self._is_fit("featurewise_center", self.mean):
            x -= self.mean
        if self.featurewise_std_normalization and self._is_fit("std", self.std):
            x /= self.std + 1e-6
        if self.zca_whitening and self._is_fit("zca_whitening", self.zca_whitening_matrix):
            flat = x.reshape(-1, math.prod(x.shape[-3:]))
            x = (flat @ self.zca_whitening_matrix).reshape(x.shape)
        return x

    def _is_fit(self, what: str, value: Array) -> bool:
        if value is None:
            warnings.warn(
                f"This ImageDataGenerator specifies `{what}`, but it hasn't been fit on any "
                "training data. Fit it first by calling `.fit(numpy_data)`.",
                stacklevel=3,
            )
        return value is not None

    def get_random_transform(self, img_shape: Any, seed: int | None = None) -> dict[str, Any]:
        """What is changed for an image, by name."""
        if seed is not None:
            np.random.seed(seed)
        rotation, shear = self.rotation_range, self.shear_range
        theta = np.random.uniform(-rotation, rotation) if rotation else 0
        tx = _shift(self.height_shift_range, img_shape[self.row_axis - 1])
        ty = _shift(self.width_shift_range, img_shape[self.col_axis - 1])
        lean = np.random.uniform(-shear, shear) if shear else 0
        zx, zy = 1, 1
        if tuple(self.zoom_range) != (1, 1):
            zx, zy = np.random.uniform(self.zoom_range[0], self.zoom_range[1], 2)
        return {
            "theta": theta,
            "tx": tx,
            "ty": ty,
            "shear": lean,
            "zx": zx,
            "zy": zy,
            "flip_horizontal": bool(np.random.random() < 0.5) and self.horizontal_flip,
            "flip_vertical": bool(np.random.random() < 0.5) and self.vertical_flip,
            "channel_shift_intensity": _within(self.channel_shift_range),
            "brightness": _within(self.brightness_range),
        }

    def apply_transform(self, x: TensorLike, transform_parameters: dict[str, Any]) -> Array:
        """The image changed as `get_random_transform` says, or in a part of these ways."""
        asked = transform_parameters.get
        rows, columns, channels = self.row_axis - 1, self.col_axis - 1, self.channel_axis - 1
        x = apply_affine_transform(
            x,
            asked("theta", 0),
            asked("tx", 0),
            asked("ty", 0),
            asked("shear", 0),
            asked("zx", 1),
            asked("zy", 1),
            rows,
            columns,
            channels,
            self.fill_mode,
            self.cval,
            int(self.interpolation_order),
        )
        if asked("channel_shift_intensity") is not None:
            x = apply_channel_shift(x, transform_parameters["channel_shift_intensity"], channels)
        if asked("flip_horizontal", False):
            x = np.flip(x, columns)
        if asked("flip_vertical", False):
            x = np.flip(x, rows)
        if asked("brightness") is not None:
            x = apply_brightness_shift(x, transform_parameters["brightness"], False)
        return x

    def random_transform(self, x: Array, seed: int | None = None) -> Any:
        """The image changed at random."""
        return self.apply_transform(x, self.get_random_transform(x.shape, seed))

    def fit(
        self, x: TensorLike, augment: bool = False, rounds: int = 1, seed: int | None = None
    ) -> None:
        """Learn means, deviations and the whitening of images, as far as they are asked for."""
        x = np.array(x, self.dtype or "float32")
        if x.ndim != 4:
            raise ValueError(
                f"Input to `.fit()` should have rank 4. Got array with shape: {x.shape}"
            )
        if seed is not None:
            np.random.seed(seed)
        if augment:
            x = np.stack([self.random_transform(image) for _ in range(rounds) for image in x])
        shape = [1, 1, 1]
        shape[self.channel_axis - 1] = x.shape[self.channel_axis]
        over = (0, self.row_axis, self.col_axis)
        if self.featurewise_center:
            self.mean = np.mean(x, axis=over).reshape(shape)
            x -= self.mean
        if self.featurewise_std_normalization:
            self.std = np.std(x, axis=over).reshape(shape)
            x /= self.std + 1e-6
        if self.zca_whitening:
            flat = x.reshape(len(x), -1)
            u, s, _ = np.linalg.svd(flat.T, full_matrices=False)
            self.zca_whitening_matrix = (u * (np.sqrt(len(flat)) / (s + self.zca_epsilon))) @ u.T


def _shift(given: Any, size: int) -> float:
    """A shift in pixels: from a list, or up to a share of the size or a number of pixels."""
    if not np.any(given):
        return 0
    listed = np.ndim(given) > 0
    if listed or isinstance(given, (int, np.integer)):
        shift = np.random.choice(given) * np.random.choice([-1, 1])
    else:
        shift = np.random.uniform(-given, given)
    return float(shift * size if np.max(given) < 1 else shift)


def _within(limits: Any) -> float | None:
    """A draw from a range, or between minus a number and the number; None without one."""
    if limits is None or np.all(np.equal(limits, 0)):
        return None
    low, high = (-limits, limits) if np.ndim(limits) == 0 else limits
    return float(np.random.uniform(low, high))
