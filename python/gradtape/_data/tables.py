"""`make_csv_dataset`: batches of the columns of CSV files, by their names."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._io.gfile import glob
from . import csv_files
from .csv_files import CsvRows, Table
from .dataset import Dataset
from .files import files_at_once
from .shuffling import Orders, Shuffler
from .stream import AUTOTUNE

if TYPE_CHECKING:
    from .._typing import IntLike


def make_csv_dataset(
    file_pattern: Any,
    batch_size: int,
    column_names: Any = None,
    column_defaults: Any = None,
    label_name: str | None = None,
    select_columns: Any = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: Any = None,
    num_parallel_reads: IntLike | None = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: str | None = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Dataset:
    """Batches of the rows of CSV files: dicts of tensors by column, or pairs with a label.

    Names come from the first line (`header`) or `column_names`; dtypes from the first
    `num_rows_for_inference` rows (int32, int64, float32, float64 or string) or `column_defaults`.
    `label_name` takes that column out of the dict. `select_columns` has names or numbers. The rows
    come from `num_parallel_reads` files in turn; they are shuffled and repeated for ever unless
    `shuffle` and `num_epochs` say otherwise. `ValueError` for files and names that are not there.

    >>> import gradtape as tf, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a.csv")
    ...     tf.io.write_file(path, "x,y\\n1,2.5\\n3,4.5\\n")
    ...     dataset = tf.data.experimental.make_csv_dataset(
    ...         path, 2, label_name="y", num_epochs=1, shuffle=False
    ...     )
    ...     features, label = next(iter(dataset))
    >>> features["x"].numpy().tolist(), label.numpy().tolist()
    ([1, 3], [2.5, 4.5])
    """
    files = paths(file_pattern)
    kind = compression_type or ""
    names = _names(files[0], column_names, header, field_delim, use_quote_delim, kind)
    places = _places(names, select_columns)
    if column_defaults is None:
        first = _first_rows(
            files, header, field_delim, use_quote_delim, kind, num_rows_for_inference
        )
        column_defaults = csv_files.inferred(first, places, na_value)
    columns = [csv_files.column_of(n, default) for n, default in enumerate(column_defaults)]
    chosen = [names[place] for place in places]
    if label_name is not None and label_name not in chosen:
        raise ValueError(
            f"`label_name` provided must be one of the columns: {chosen}. Received: {label_name}."
        )
    rows = CsvRows(
        files, columns, header, places, None, field_delim, use_quote_delim, na_value, kind
    )
    rows.take_turns(files_at_once(num_parallel_reads))
    shuffler = None
    if shuffle:
        rows.shuffle_files(Shuffler(len(files), Orders(shuffle_seed, True)))
        shuffler = Shuffler(shuffle_buffer_size, Orders(shuffle_seed, True))
    dataset: Any = Dataset(Table(rows, chosen, num_epochs, shuffler, batch_size))
    if label_name is not None:
        dataset = dataset.map(lambda found: _apart(found, label_name))
    if ignore_errors:
        dataset = dataset.ignore_errors()
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def paths(pattern: Any) -> list[str]:
    """The files of a pattern, or of several, each once, in the order of their names."""
    found = sorted(set(glob(pattern)))
    if not found:
        raise ValueError(f"No files match `file_pattern` {pattern}.")
    return found


def _names(
    path: str, given: Any, header: bool, delimiter: str, quotes: bool, kind: str
) -> list[str]:
    if given is None and not header:
        raise ValueError("Expected `column_names` or `header` arguments. Neither is provided.")
    names = list(given) if given is not None else csv_files.names_in(path, delimiter, quotes, kind)
    if len(set(names)) != len(names):
        raise ValueError("Cannot have duplicate column names.")
    return names


def _places(names: list[str], selected: Any) -> list[int]:
    """The numbers of the columns that are read, ascending."""
    if selected is None:
        return list(range(len(names)))
    for one in selected:
        if one not in names and not (isinstance(one, int) and 0 <= one < len(names)):
            raise ValueError(f"`select_columns` names {one!r}; the columns are {names}.")
    return sorted({one if isinstance(one, int) else names.index(one) for one in selected})


def _first_rows(
    paths: list[str], header: bool, delimiter: str, quotes: bool, kind: str, count: int | None
) -> Iterator[list[str]]:
    rows = (
        row
        for path in paths
        for row in itertools.islice(
            csv_files.table_rows(path, delimiter, quotes, kind), int(header), None
        )
    )
    return itertools.islice(rows, count)


def _apart(features: Any, label: str) -> Any:
    return features, features.pop(label)
