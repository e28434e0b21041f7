"""What Keras's datasets of the files in a directory are made of: for programs that make datasets of
their own so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import _core
from ..._data.dataset import AUTOTUNE, Dataset
from ..._keras.preprocessing.directories import Folder

_INTERPOLATIONS = (
    *("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5"),
    *("gaussian", "mitchellcubic"),
)


def get_interpolation(interpolation: str) -> str:
    """A way to resize images in small letters, which `tf.image.resize` takes.

    >>> from gradtape._drop_in.private.keras_files import get_interpolation
    >>> get_interpolation("Bilinear")
    'bilinear'
    """
    if interpolation.lower() not in _INTERPOLATIONS:
        raise NotImplementedError(
            f"Value not recognized for `interpolation`: {interpolation.lower()}. Supported values "
            f"are: {_INTERPOLATIONS}"
        )
    return interpolation.lower()


def index_directory(
    directory: str,
    labels: Any,
    formats: tuple[str, ...],
    class_names: Sequence[str] | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    follow_links: bool = False,
) -> tuple[list[str], Any, list[Any] | None]:
    """The paths of the files in a directory, their labels, and the names of the classes."""
    folder = Folder(directory, formats, labels, class_names, follow_links)
    folder.tell()
    paths, found = list(folder.paths), folder.labels
    if found is None:
        found = np.zeros(len(paths), "int32")
    if shuffle:
        seed = int(np.random.randint(10**6)) if seed is None else seed
        np.random.RandomState(seed).shuffle(paths)
        np.random.RandomState(seed).shuffle(found)
    return paths, found, folder.class_names


def get_training_or_validation_split(
    samples: Any, labels: Any, validation_split: float | None, subset: str | None
) -> tuple[Any, Any]:
    """The part of the files, and of their labels, that is for training, or the rest.

    >>> from gradtape._drop_in.private.keras_files import get_training_or_validation_split
    >>> get_training_or_validation_split(["a", "b", "c", "d"], [0, 1, 2, 3], 0.25, "validation")
    Using 1 files for validation.
    (['d'], [3])
    """
    if not validation_split:
        return samples, labels
    if subset not in ("training", "validation"):
        raise ValueError(f'`subset` must be either "training" or "validation", received: {subset}')
    held_out = int(validation_split * len(samples))
    part = slice(None, -held_out) if subset == "training" else slice(-held_out, None)
    count = held_out if subset == "validation" else len(samples) - held_out
    print(f"Using {count} files for {subset}.")
    return samples[part], labels[part]


def labels_to_dataset(labels: Any, label_mode: str | None, num_classes: int) -> Dataset:
    """A dataset of labels, as "binary" or "categorical" targets if that is asked for."""
    dataset = Dataset.from_tensor_slices(labels)
    if label_mode == "binary":
        return dataset.map(lambda x: _core.expand_dims(_core.cast(x, _core.float32), -1), AUTOTUNE)
    if label_mode == "categorical":
        return dataset.map(lambda x: _core.one_hot(x, num_classes), AUTOTUNE)
    return dataset


labels_to_dataset_tf = labels_to_dataset


def check_validation_split_arg(
    validation_split: float | None, subset: str | None, shuffle: bool, seed: int | None
) -> None:
    """`ValueError` for parts of a directory that cannot be told apart."""
    if validation_split and not 0 < validation_split < 1:
        raise ValueError(
            f"`validation_split` must be between 0 and 1, received: {validation_split}"
        )
    if bool(validation_split) != bool(subset):
        raise ValueError("If `subset` is set, `validation_split` must be set, and inversely.")
    if subset not in ("training", "validation", "both", None):
        raise ValueError(
            f'`subset` must be either "training", "validation" or "both", received: {subset}'
        )
    if validation_split and shuffle and seed is None:
        raise ValueError(
            "If using `validation_split` and shuffling the data, you must provide a `seed` "
            "argument, to make sure that there is no overlap between the training and validation "
            "subset."
        )
