"""Datasets of the files in a directory: images, texts and sounds, labelled by their folders.

Invariant: files are taken in the order of their sorted paths, and shuffled by the seed as Keras
shuffles them, so that "training" and "validation" with one seed share no file.
"""

from __future__ import annotations

import os
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._data.dataset import AUTOTUNE, Dataset
from ..._images.sizes import resize
from ..._io.decoding import decode_image
from ..._runtime.versions import is_keras_2_asked_for
from ..messages import say
from .images import path_in, smart_resize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import Array, PathLike

IMAGES = (".bmp", ".gif", ".jpeg", ".jpg", ".png")
_CHANNELS = {"rgb": 3, "rgba": 4, "grayscale": 1}


def _one_of(name: str, value: Any, known: Sequence[Any]) -> None:
    if value not in known:
        raise ValueError(
            f"`{name}` argument must be one of {', '.join(map(repr, known))}. Received: "
            f"{name}={value}"
        )


def _both_or_none(labels: Any, label_mode: str | None) -> tuple[Any, str | None]:
    """Labels and how they are told; without one of them the folders are no classes."""
    return (None, None) if labels is None or label_mode is None else (labels, label_mode)


class Folder:
    """The files of a directory with suffixes, and their labels."""

    def __init__(
        self,
        directory: PathLike,
        suffixes: tuple[str, ...],
        labels: str | Sequence[int] | None,
        class_names: Sequence[str] | None,
        follow_links: bool,
    ) -> None:
        self.root = os.fspath(directory)
        inferred = isinstance(labels, str) and labels == "inferred"
        if not inferred and labels is not None and not isinstance(labels, (list, tuple)):
            raise ValueError(
                "`labels` argument should be a list/tuple of integer labels, of the same size as "
                "the number of files in the target directory. If you wish to infer the labels from "
                'the subdirectory names in the target directory, pass `labels="inferred"`. '
                f"Received: labels={labels}"
            )
        if labels is None and class_names is not None and not is_keras_2_asked_for():
            raise ValueError(
                "When `labels=None` (no labels), argument `class_names` cannot be specified."
            )
        parts = self._classes(class_names) if inferred else [""]
        self.class_names: list[str] | None = parts
        self.paths: list[str] = []
        found: list[int] = []
        for part in sorted(parts) if is_keras_2_asked_for() else parts:
            paths = _files(path_in(self.root, part), suffixes, follow_links)
            self.paths += paths
            found += [parts.index(part)] * len(paths)
        given = found if inferred else labels
        self.labels = None if given is None else np.asarray(given, "int32")
        if self.labels is not None and len(self.labels) != len(self.paths):
            raise ValueError(
                "Expected the lengths of `labels` to match the number of files in the target "
                f"directory. len(labels) is {len(self.labels)} while we found {len(self.paths)} "
                f"files in directory {self.root}."
            )
        if not inferred and self.labels is not None:
            known = sorted(set(self.labels.tolist()))
            own = known if is_keras_2_asked_for() else [str(label) for label in known]
            self.class_names = list(class_names or own)
        elif not inferred and not is_keras_2_asked_for():
            self.class_names = None  # there all files are of one class without a name

    def _classes(self, given: Sequence[str] | None) -> list[str]:
        folders = (entry for entry in Path(self.root).iterdir() if entry.is_dir())
        parts = sorted(folder.name for folder in folders if not folder.name.startswith("."))
        if given is None:
            return parts
        if set(given) - set(parts) or (is_keras_2_asked_for() and set(parts) - set(given)):
            raise ValueError(
                "The `class_names` passed did not match the names of the subdirectories of the "
                f"target directory. Expected: {parts}, but received: {list(given)}"
            )
        return list(given)

    def tell(self) -> None:
        """Say what was found."""
        names = self.class_names
        classes = "" if names is None else f" belonging to {len(names)} classes"
        say(f"Found {len(self.paths)} files{classes}.")


def _files(folder: str, suffixes: tuple[str, ...], follow_links: bool) -> list[str]:
    found = []  # paths begin as the folder was given: `./` stays
    for root, _, names in sorted(os.walk(folder, followlinks=follow_links)):
        found += [path_in(root, n) for n in sorted(names) if n.lower().endswith(suffixes)]
    return found


class Reading:
    """How files become a dataset: labels, batches, order, parts."""

    reads_ahead = True  # as Keras does pictures and texts, not sounds

    def __init__(
        self,
        label_mode: str | None,
        batch_size: int | None,
        shuffle: bool,
        seed: int | None,
        validation_split: float | None,
        subset: str | None,
        verbose: bool,
    ) -> None:
        _one_of("label_mode", label_mode, ("int", "categorical", "binary", None))
        validation_split = validation_split or None  # a part of nothing is no part
        if validation_split is not None and not 0 < validation_split < 1:
            raise ValueError(
                "`validation_split` must be between 0 and 1, received: "
                f"validation_split={validation_split}"
            )
        if (validation_split is None) != (subset is None):
            raise ValueError(
                "If `subset` is set, `validation_split` must be set, and inversely. Received: "
                f"subset={subset}, validation_split={validation_split}"
            )
        _one_of("subset", subset, ("training", "validation", "both", None))
        if subset is not None and shuffle and seed is None:
            raise ValueError(
                "If using `validation_split` and shuffling the data, you must provide a `seed` "
                "argument, to make sure that there is no overlap between the training and "
                "validation subset."
            )
        self.label_mode, self.batch_size, self.shuffle = label_mode, batch_size, shuffle
        self.seed = int(np.random.randint(10**6)) if seed is None else seed
        self.split, self.subset, self.verbose = validation_split, subset, verbose

    def datasets(self, folder: Folder, load: Callable[[str], Any]) -> Any:
        """The dataset of a folder, or two of them for "both"; `load` reads a file."""
        if self.verbose:
            folder.tell()
        if self.label_mode == "binary" and len(folder.class_names or ()) != 2:
            raise ValueError(
                'When passing `label_mode="binary"`, there must be exactly 2 class_names. '
                f"Received: class_names={folder.class_names}"
            )
        paths, labels = list(folder.paths), folder.labels
        if self.shuffle:
            np.random.RandomState(self.seed).shuffle(paths)
            if labels is not None:
                np.random.RandomState(self.seed).shuffle(labels)
        parts = ("training", "validation") if self.subset == "both" else (self.subset,)
        made = [self._part(folder, paths, labels, part, load) for part in parts]
        return made if len(made) > 1 else made[0]

    def _part(
        self,
        folder: Folder,
        paths: list[str],
        labels: Array | None,
        part: str | None,
        load: Callable[..., Any],
    ) -> Dataset:
        if part is not None:
            held_out = int((self.split or 0.0) * len(paths))
            end = len(paths) - held_out
            chosen = slice(None, end) if part == "training" else slice(end, None)
            paths, labels = paths[chosen], None if labels is None else labels[chosen]
            if self.verbose:
                say(f"Using {len(paths)} files for {part}.")
        if not paths:
            raise ValueError(f"No files found in directory {folder.root}.")
        is_in_order = self.subset == "both" and part == "validation"
        return self._dataset(folder, paths, labels, load, self.shuffle and not is_in_order)

    def _dataset(
        self,
        folder: Folder,
        paths: list[str],
        labels: Array | None,
        load: Callable[..., Any],
        is_shuffled: bool,
    ) -> Dataset:
        numbers = Dataset.from_tensor_slices(np.arange(len(paths)))
        targets = None
        if labels is not None and self.label_mode is not None:
            targets = self._targets(labels, len(folder.class_names or ()))

        def read(number: _core.Tensor) -> Any:
            place = int(number)
            value = load(paths[place])
            return value if targets is None else (value, targets[place])

        buffer = 1024 if self.batch_size is None else self.batch_size * 8
        numbers = numbers.shuffle(buffer, seed=self.seed) if is_shuffled else numbers
        dataset = numbers.map(read)
        if self.batch_size is not None:
            dataset = dataset.batch(self.batch_size)
        if self.reads_ahead:
            dataset = dataset.prefetch(AUTOTUNE)
        dataset.class_names = folder.class_names
        dataset.file_paths = paths
        return dataset

    def _targets(self, labels: Array, classes: int) -> _core.Tensor:
        if self.label_mode == "categorical":
            return _core.one_hot(labels, classes)
        if self.label_mode == "binary":
            return _core.constant(labels[:, None].astype("float32"))
        return _core.constant(labels)


def image_dataset_from_directory(
    directory: PathLike,
    labels: str | Sequence[int] | None = "inferred",
    label_mode: str | None = "int",
    class_names: Sequence[str] | None = None,
    color_mode: str = "rgb",
    batch_size: int | None = 32,
    image_size: tuple[int, int] = (256, 256),
    shuffle: bool = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    interpolation: str = "bilinear",
    follow_links: bool = False,
    crop_to_aspect_ratio: bool = False,
    pad_to_aspect_ratio: bool = False,
    data_format: str | None = None,
    verbose: bool = True,
    **ignored: Any,
) -> Any:
    """Batches of images, `[batch, height, width, channels]` in 0 ... 255, and their labels.

    Each folder of the directory is a class. `label_mode` is "int", "categorical" (one-hot),
    "binary" or None. `validation_split` and a `subset` ("training", "validation" or "both") divide
    the files; of "both" the latter are not shuffled anew. The dataset has `class_names` and
    `file_paths`. Pixels are whole with the interpolation "nearest". Needs Pillow.
    """
    _one_of("color_mode", color_mode, tuple(_CHANNELS))
    labels, label_mode = _both_or_none(labels, label_mode)
    reading = Reading(label_mode, batch_size, shuffle, seed, validation_split, subset, verbose)
    size = (int(image_size[0]), int(image_size[1]))

    def load(path: str) -> _core.Tensor:
        data = Path(path).read_bytes()
        pixels = decode_image(data, _CHANNELS[color_mode], expand_animations=False)
        image = pixels if interpolation == "nearest" else _core.cast(pixels, _core.float32)
        if crop_to_aspect_ratio:
            image = smart_resize(image, size, interpolation)
        elif pad_to_aspect_ratio:
            image = padded(image, size, interpolation)
        else:
            image = resize(image, size, method=interpolation)
        return _core.transpose(image, [2, 0, 1]) if data_format == "channels_first" else image

    return reading.datasets(Folder(directory, IMAGES, labels, class_names, follow_links), load)


def padded(image: Any, size: tuple[int, int], interpolation: str) -> Any:
    """The image in the middle of a black one of the proportions of `size`, resized.

    As in Keras both sides get the same, so an odd row or column that is missing is left out.
    """
    height, width = image.shape.as_list()[-3:-1]
    tall, wide = max(height, width * size[0] // size[1]), max(width, height * size[1] // size[0])
    top, left = (tall - height) // 2, (wide - width) // 2
    image = _core.pad_to_bounding_box(image, top, left, height + 2 * top, width + 2 * left)
    return resize(image, size, method=interpolation)


def text_dataset_from_directory(
    directory: PathLike,
    labels: str | Sequence[int] | None = "inferred",
    label_mode: str | None = "int",
    class_names: Sequence[str] | None = None,
    batch_size: int | None = 32,
    max_length: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    follow_links: bool = False,
    verbose: bool = True,
    **ignored: Any,
) -> Dataset:
    """Batches of the contents of `.txt` files, cut to `max_length` bytes, and their labels.

    Labels and parts are as in `image_dataset_from_directory`.
    """
    labels, label_mode = _both_or_none(labels, label_mode)
    reading = Reading(label_mode, batch_size, shuffle, seed, validation_split, subset, verbose)

    def load(path: str) -> _core.Tensor:
        return _core.constant(Path(path).read_bytes()[:max_length])

    return reading.datasets(Folder(directory, (".txt",), labels, class_names, follow_links), load)


def audio_dataset_from_directory(
    directory: PathLike,
    labels: str | Sequence[int] | None = "inferred",
    label_mode: str | None = "int",
    class_names: Sequence[str] | None = None,
    batch_size: int | None = 32,
    sampling_rate: int | None = None,
    output_sequence_length: int | None = None,
    ragged: bool = False,
    shuffle: bool = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    follow_links: bool = False,
    verbose: bool = True,
) -> Dataset:
    """Batches of the sounds of `.wav` files, `[batch, samples, channels]` in -1 ... 1, and labels.

    Files hold 16-bit samples. `output_sequence_length` cuts and fills with zeros; without it
    all files of a batch are equally long. Labels and parts are as in
    `image_dataset_from_directory`.
    """
    if sampling_rate is not None or ragged:
        raise ValueError("gradtape neither resamples sounds nor makes ragged batches of them.")
    labels, label_mode = _both_or_none(labels, label_mode)
    reading = Reading(label_mode, batch_size, shuffle, seed, validation_split, subset, verbose)
    reading.reads_ahead = False

    def load(path: str) -> _core.Tensor:
        with wave.open(path) as file:
            if file.getsampwidth() != 2:
                raise ValueError(f"{path} has no 16-bit samples.")
            data = np.frombuffer(file.readframes(file.getnframes()), "<i2")
            sound = (data / 32768.0).astype("float32").reshape(-1, file.getnchannels())
        if output_sequence_length is not None:
            missing = max(output_sequence_length - len(sound), 0)
            sound = np.pad(sound[:output_sequence_length], [(0, missing), (0, 0)])
        return _core.constant(sound)

    return reading.datasets(Folder(directory, (".wav",), labels, class_names, follow_links), load)
