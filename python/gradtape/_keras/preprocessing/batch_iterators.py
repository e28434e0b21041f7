"""Endless iterators of batches of images: of arrays, and of directories.

They also are sequences of batches by number, which `fit` takes once for each epoch.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..messages import say
from .images import img_to_array, load_img, path_in
from .kept_pictures import KeptPictures
from .sequence import PyDataset

if TYPE_CHECKING:
    from ..._typing import Array, PathLike, TensorLike

SUFFIXES = (".bmp", ".jpeg", ".jpg", ".png", ".ppm", ".tif", ".tiff")


class Iterator(PyDataset):
    """Batches of numbers of examples, in order or shuffled anew for each pass."""

    def __init__(self, n: int, batch_size: int, shuffle: bool, seed: int | None) -> None:
        super().__init__()
        self.n, self.batch_size, self.shuffle, self.seed = n, batch_size, shuffle, seed
        self.batch_index, self.total_batches_seen = 0, 0
        self.index_array: Any = None

    def _set_index_array(self) -> None:
        self.index_array = np.random.permutation(self.n) if self.shuffle else np.arange(self.n)

    def _seeded(self) -> None:
        if self.seed is not None:
            np.random.seed(self.seed + self.total_batches_seen)

    def __len__(self) -> int:
        return (self.n + self.batch_size - 1) // self.batch_size

    def __getitem__(self, index: int) -> Any:
        if index >= len(self):
            raise ValueError(
                f"Asked to retrieve element {index}, but the Sequence has length {len(self)}"
            )
        self._seeded()
        self.total_batches_seen += 1
        if self.index_array is None:
            self._set_index_array()
        start = self.batch_size * index
        return self._get_batches_of_transformed_samples(
            self.index_array[start : start + self.batch_size]
        )

    def on_epoch_end(self) -> None:
        self._set_index_array()

    def reset(self) -> None:
        """Begin again."""
        self.batch_index = 0

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        self._seeded()
        if self.batch_index == 0:
            self._set_index_array()
        start = self.batch_index * self.batch_size % max(self.n, 1)
        self.batch_index = self.batch_index + 1 if self.n > start + self.batch_size else 0
        self.total_batches_seen += 1
        return self._get_batches_of_transformed_samples(
            self.index_array[start : start + self.batch_size]
        )

    next = __next__

    def _get_batches_of_transformed_samples(self, numbers: Any) -> Any:
        raise NotImplementedError


def _changed(generator: Any, x: Array) -> Array:
    """An image changed at random and standardized."""
    if generator is None:
        return x
    x = generator.apply_transform(x, generator.get_random_transform(x.shape))
    return generator.standardize(x)


class NumpyArrayIterator(Iterator):
    """Batches of an array of images, with targets and weights if they are given.

    `x` may be a pair of images and something else of each example, or a list of such things, which
    stands beside the images of a batch. Images of batches are written into `save_to_dir`.
    `subset` is "training" or "validation", as the generator's `validation_split` divides them.
    """

    def __init__(
        self,
        x: Any,
        y: TensorLike,
        image_data_generator: Any,
        batch_size: int = 32,
        shuffle: bool = False,
        sample_weight: TensorLike | None = None,
        seed: int | None = None,
        data_format: str | None = None,
        save_to_dir: PathLike | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        ignore_class_split: bool = False,
        **ignored: Any,
    ) -> None:
        x, beside = _with_more(x)
        parts = [x, y, sample_weight, *beside]
        if any(part is not None and len(part) != len(x) for part in parts):
            raise ValueError(
                "`x` (images tensor), `y` (labels) and `sample_weight` should have the same "
                f"length. Found: {[np.shape(part) for part in parts]}"
            )
        if subset is not None:
            part_of = chosen(subset, len(x), image_data_generator.validation_split)
            if not (y is None or ignore_class_split):
                _check_classes(np.asarray(y), part_of)
            parts = [None if part is None else np.asarray(part)[part_of] for part in parts]
        self.x_misc: list[Any]  # what stands beside the images
        self.x, self.y, self.sample_weight, *self.x_misc = (
            None if part is None else np.asarray(part) for part in parts
        )
        if self.x is None or self.x.ndim != 4:
            raise ValueError(
                "Input data in `NumpyArrayIterator` should have rank 4. You passed an array with "
                f"shape {x.shape}"
            )
        self.image_data_generator = image_data_generator
        self.dtype = image_data_generator.dtype or "float32"
        self.data_format = data_format or image_data_generator.data_format
        self.save_to_dir, self.save_prefix, self.save_format = save_to_dir, save_prefix, save_format
        self._kept = KeptPictures(save_to_dir, save_prefix, save_format, 10**4)
        super().__init__(len(self.x), batch_size, shuffle, seed)

    def _get_batches_of_transformed_samples(self, numbers: Array) -> Any:
        assert self.x is not None
        images = [
            _changed(self.image_data_generator, self.x[j].astype(self.dtype)) for j in numbers
        ]
        batch: Any = np.stack(images).astype(self.dtype)
        self._kept.keep(batch, numbers, self.image_data_generator.data_format)
        if self.x_misc:
            batch = [batch, *(part[numbers] for part in self.x_misc)]
        if self.y is None:
            return batch
        rest = [part[numbers] for part in (self.y, self.sample_weight) if part is not None]
        return (batch, *rest)


def _check_classes(y: Array, part: slice) -> None:
    at = part.start if part.stop is None else part.stop
    if not np.array_equal(np.unique(y[:at]), np.unique(y[at:])):
        raise ValueError(
            "Training and validation subsets have different number of classes after the split. If "
            "your numpy arrays are sorted by the label, you might want to shuffle them."
        )


def _with_more(x: Any) -> tuple[Array, list[Any]]:
    """The images, and what is given beside them."""
    if isinstance(x, (list, tuple)) and len(x) == 2 and np.ndim(x[0]) == 4:
        images, more = x
        return np.asarray(images), list(more) if isinstance(more, list) else [more]
    return np.asarray(x), []


def chosen(subset: str, count: int, split: float) -> slice:
    """Which of `count` examples are of the subset for training or validation."""
    if subset not in ("training", "validation"):
        raise ValueError(f'Invalid subset name: {subset};expected "training" or "validation".')
    at = int(count * split)
    return slice(None, at) if subset == "validation" else slice(at, None)


_CHANNELS = {"rgb": 3, "rgba": 4, "grayscale": 1}
_CLASS_MODES = ("categorical", "binary", "sparse", "input", None)


class FileIterator(Iterator):
    """Batches of image files with labels."""

    class_modes: tuple[str | None, ...] = _CLASS_MODES
    filepaths: list[str]
    labels: Any

    def _prepare(
        self,
        generator: Any,
        target_size: Sequence[int],
        color_mode: str,
        class_mode: str | None,
        batch_size: int,
        shuffle: bool,
        seed: int | None,
        interpolation: str,
        keep_aspect_ratio: bool,
        kept: KeptPictures,
    ) -> None:
        if color_mode not in _CHANNELS:
            raise ValueError(
                f'Invalid color mode: {color_mode}; expected "rgb", "rgba", or "grayscale".'
            )
        if class_mode not in self.class_modes:
            raise ValueError(
                f"Invalid class_mode: {class_mode}; expected one of: {self.class_modes}"
            )
        self.image_data_generator, self.class_mode = generator, class_mode
        self.target_size, self.color_mode = tuple(target_size), color_mode
        self.interpolation, self.keep_aspect_ratio = interpolation, keep_aspect_ratio
        self.dtype = "float32" if generator is None else generator.dtype or "float32"
        self.image_shape = (*self.target_size, _CHANNELS[color_mode])
        self._kept = kept
        self.samples = len(self.filepaths)
        Iterator.__init__(self, self.samples, batch_size, shuffle, seed)

    def _get_batches_of_transformed_samples(self, numbers: Array) -> Any:
        images = [self._image(self.filepaths[j]) for j in numbers]
        batch = np.stack(images).astype(self.dtype) if images else np.zeros((0, *self.image_shape))
        self._kept.keep(batch, numbers, None)
        if self.class_mode is None:
            return batch
        if self.class_mode == "input":
            return batch, batch.copy()
        return batch, self._targets_of(numbers)

    def _targets_of(self, numbers: Array) -> Any:
        labels = np.asarray(self.labels)[numbers]
        if self.class_mode == "categorical":
            return np.eye(len(self.class_indices), dtype=self.dtype)[labels]
        return labels.astype(self.dtype)

    class_indices: dict[Any, int]

    def _image(self, path: str) -> Array:
        image = load_img(
            path, self.color_mode, self.target_size, self.interpolation, self.keep_aspect_ratio
        )
        return _changed(self.image_data_generator, img_to_array(image, dtype=self.dtype))


class DirectoryIterator(FileIterator):
    """Batches of the images in a directory, whose folders are classes.

    `class_mode` is "categorical", "binary", "sparse", "input" or None. It has `filenames`,
    `classes` (a number for each file), `class_indices` and `samples`.
    """

    def __init__(
        self,
        directory: PathLike,
        image_data_generator: Any,
        target_size: Sequence[int] = (256, 256),
        color_mode: str = "rgb",
        classes: Any = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: bool = True,
        seed: int | None = None,
        subset: str | None = None,
        follow_links: bool = False,
        interpolation: str = "nearest",
        keep_aspect_ratio: bool = False,
        save_to_dir: PathLike | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        **ignored: Any,
    ) -> None:
        root = Path(os.fspath(directory))
        names = classes or sorted(part.name for part in root.iterdir() if part.is_dir())
        self.class_indices = {name: number for number, name in enumerate(names)}
        self.filenames: list[str] = []
        numbers: list[int] = []
        for name in names:
            found = _part(_images(root / name, follow_links), subset, image_data_generator)
            self.filenames += [str(Path(path).relative_to(root)) for path in found]
            numbers += [self.class_indices[name]] * len(found)
        self.classes = self.labels = np.array(numbers, "int32")
        self.num_classes = len(names)
        self.filepaths = [path_in(os.fspath(directory), name) for name in self.filenames]
        self._prepare(
            image_data_generator,
            target_size,
            color_mode,
            class_mode,
            batch_size,
            shuffle,
            seed,
            interpolation,
            keep_aspect_ratio,
            KeptPictures(save_to_dir, save_prefix, save_format, 10**7),
        )
        say(f"Found {self.samples} images belonging to {self.num_classes} classes.")


def _images(folder: Path, follow_links: bool) -> list[str]:
    found = []
    for root, _, names in sorted(os.walk(folder, followlinks=follow_links)):
        found += [str(Path(root) / name) for name in sorted(names) if is_image(name)]
    return found


def is_image(name: str) -> bool:
    """Whether a file is a picture, by its suffix."""
    return name.lower().endswith(SUFFIXES)


def _part(found: list[str], subset: str | None, generator: Any) -> list[str]:
    if subset is None:
        return found
    split = 0.0 if generator is None else generator.validation_split
    return found[chosen(subset, len(found), split)]
