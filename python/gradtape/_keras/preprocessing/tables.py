"""Batches of the images that a table of pandas names: `ImageDataGenerator.flow_from_dataframe`.

Invariant: files that are not there are left out, and the rows of a subset are counted after that.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..messages import say
from .batch_iterators import FileIterator, chosen, is_image
from .images import path_in
from .kept_pictures import KeptPictures

if TYPE_CHECKING:
    from ..._typing import Array, PathLike

_OF_CLASSES = ("binary", "categorical", "sparse")
_DEPRECATED = {
    "has_ext": "has_ext is deprecated, filenames in the dataframe have to match the exact "
    "filenames in disk.",
    "sort": "sort is deprecated, batches will be created in the same order than the filenames "
    "provided if `shuffle` is set to `False`.",
    "drop_duplicates": "drop_duplicates is deprecated, you can drop duplicates by using the "
    "pandas.DataFrame.drop_duplicates method.",
}


class DataFrameIterator(FileIterator):
    """Batches of the images whose names are in a column of a table, labelled by another.

    `class_mode` is "categorical" (labels are texts, or lists of them), "binary" or "sparse"
    (texts), "raw" (the column as it is), "multi_output" (a list of columns), "input" or None.
    """

    class_modes = ("binary", "categorical", "input", "multi_output", "raw", "sparse", None)

    def __init__(
        self,
        dataframe: Any,
        directory: PathLike | None = None,
        image_data_generator: Any = None,
        x_col: str = "filename",
        y_col: Any = "class",
        weight_col: str | None = None,
        target_size: Sequence[int] = (256, 256),
        color_mode: str = "rgb",
        classes: Sequence[str] | None = None,
        class_mode: str | None = "categorical",
        batch_size: int = 32,
        shuffle: bool = True,
        seed: int | None = None,
        save_to_dir: PathLike | None = None,
        save_prefix: str = "",
        save_format: str = "png",
        subset: str | None = None,
        interpolation: str = "nearest",
        validate_filenames: bool = True,
        keep_aspect_ratio: bool = False,
        **deprecated: Any,
    ) -> None:
        for name, text in _DEPRECATED.items():
            if name in deprecated:
                warnings.warn(text, DeprecationWarning, stacklevel=3)
        if class_mode == "other":
            warnings.warn(
                '`class_mode="other"` is deprecated, please use `class_mode="raw"`.',
                DeprecationWarning,
                stacklevel=3,
            )
            class_mode = "raw"
        self.directory = "" if directory is None else os.fspath(directory)
        self.class_mode = class_mode
        self._check(dataframe, x_col, y_col, weight_col, classes)
        names = list(dataframe[x_col])
        rows = self._of_files(names, x_col) if validate_filenames else np.arange(len(names))
        labels = None
        if class_mode in _OF_CLASSES:
            labels, given = _of_classes(list(dataframe[y_col]), rows, classes)
            self.class_indices = {name: number for number, name in enumerate(given)}
            rows = np.array([row for row in rows if labels[row] is not None], int)
        if subset is not None:
            rows = rows[chosen(subset, len(rows), image_data_generator.validation_split)]
        if labels is not None:
            self.classes = [self._number(labels[row]) for row in rows]
        self._targets = self._columns(dataframe, rows, y_col)
        self.filenames = [names[row] for row in rows]
        self.filepaths = [path_in(self.directory, name) for name in self.filenames]
        self.sample_weight = np.asarray(dataframe[weight_col])[rows] if weight_col else None
        self._tell(validate_filenames)
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

    @property
    def labels(self) -> Any:
        """The numbers of the classes, or the columns as they are."""
        return self.classes if self._targets is None else self._targets

    def _number(self, label: Any) -> Any:
        if isinstance(label, (list, tuple)):
            return [self.class_indices[one] for one in label]
        return self.class_indices[label]

    def _columns(self, table: Any, rows: Array, y_col: Any) -> Any:
        if self.class_mode == "multi_output":
            return [np.array(list(table[name]))[rows] for name in y_col]
        return np.asarray(table[y_col])[rows] if self.class_mode == "raw" else None

    def _tell(self, validated: bool) -> None:
        kind = "validated" if validated else "non-validated"
        found = f"Found {len(self.filenames)} {kind} image filenames"
        if self.class_mode in _OF_CLASSES:
            found += f" belonging to {len(self.class_indices)} classes"
        say(f"{found}.")

    def _of_files(self, names: list[str], x_col: str) -> Array:
        """The numbers of the rows whose files are there."""
        paths = [path_in(self.directory, name) for name in names]
        there = np.array([is_image(path) and Path(path).is_file() for path in paths], bool)
        if not there.all():
            warnings.warn(
                f'Found {(~there).sum()} invalid image filename(s) in x_col="{x_col}". '
                "These filename(s) will be ignored.",
                stacklevel=4,
            )
        return np.flatnonzero(there)

    def _targets_of(self, numbers: Array) -> Any:
        if self.class_mode == "multi_output":
            return [column[numbers] for column in self._targets]
        if self.class_mode == "raw":
            return self._targets[numbers]
        if self.class_mode != "categorical":
            return np.array([self.classes[number] for number in numbers], self.dtype)
        hot = np.zeros((len(numbers), len(self.class_indices)), self.dtype)
        for row, number in enumerate(numbers):
            hot[row, self.classes[number]] = 1.0
        return hot

    def _get_batches_of_transformed_samples(self, numbers: Array) -> Any:
        batch = super()._get_batches_of_transformed_samples(numbers)
        weights = self.sample_weight
        if self.class_mode in (None, "input") or weights is None:
            return batch
        return (*batch, weights[numbers])

    def _check(self, rows: Any, x_col: str, y_col: Any, weight_col: Any, classes: Any) -> None:
        mode, shown = self.class_mode, f'If class_mode="{self.class_mode}"'
        if mode not in self.class_modes:
            raise ValueError(f"Invalid class_mode: {mode}; expected one of: {self.class_modes}")
        if mode == "multi_output" and not isinstance(y_col, list):
            kind = type(y_col).__name__
            raise TypeError(f"{shown}, y_col must be a list. Received {kind}.")
        if not _all_are(rows[x_col], str):
            raise TypeError(f"All values in column x_col={x_col} must be strings.")
        if mode in ("binary", "sparse") and not _all_are(rows[y_col], str):
            raise TypeError(f'{shown}, y_col="{y_col}" column values must be strings.')
        if mode == "binary":
            count = len(set(classes or rows[y_col]))
            said = f"{count} class/es were given" if classes else f"Found {count} classes"
            if count != 2:
                raise ValueError(f"{shown} there must be 2 classes. {said}.")
        if mode == "categorical" and not _all_are(rows[y_col], (str, list, tuple)):
            raise TypeError(
                f'{shown}, y_col="{y_col}" column values must be type string, list or tuple.'
            )
        if classes and mode not in _OF_CLASSES:
            warnings.warn(f'`classes` will be ignored given the class_mode="{mode}"', stacklevel=4)
        if weight_col and not np.issubdtype(np.asarray(rows[weight_col]).dtype, np.number):
            raise TypeError(f"Column weight_col={weight_col} must be numeric.")


def _all_are(column: Any, kinds: Any) -> bool:
    several = getattr(column, "ndim", 1) > 1
    return not several and all(isinstance(value, kinds) for value in column)


def _of_classes(
    labels: list[Any], rows: Array, given: Sequence[str] | None
) -> tuple[list[Any], list[str]]:
    """The labels, with None for those outside the classes, and the classes, each once."""
    if given:
        classes = list(dict.fromkeys(given))
        return [_among(label, classes) for label in labels], classes
    named = [labels[row] for row in rows]
    lists = [one if isinstance(one, (list, tuple)) else [one] for one in named]
    return labels, sorted({name for several in lists for name in several})


def _among(label: Any, classes: list[str]) -> Any:
    if isinstance(label, (list, tuple)):
        return [name for name in label if name in classes] or None
    return label if label in classes else None
