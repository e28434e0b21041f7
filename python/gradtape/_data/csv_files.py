"""Datasets of the rows of CSV files: `CsvDataset` and `make_csv_dataset`."""

from __future__ import annotations

import csv
import itertools
import os
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from .. import _core
from .._io.arguments import invalid
from .._io.csv import Column
from .._structure.tensor_spec import TensorSpec
from .files import text_of
from .interleaving import in_turn
from .shuffling import Shuffler
from .stream import Stream


class CsvRows(Stream):
    """The rows of CSV files as tuples of scalars."""

    title = "CsvDatasetV2"

    def __init__(
        self,
        filenames: list[str],
        columns: list[Column],
        header: bool,
        places: list[int] | None,
        excluded: list[int] | None = None,
        delimiter: str = ",",
        quotes: bool = True,
        na_value: str = "",
        compression: str = "",
    ) -> None:
        self._filenames, self._columns, self._header = filenames, columns, header
        self._places, self._excluded = places, excluded or []
        self._delimiter, self._quotes, self._na_value = delimiter, quotes, na_value
        self._compression = compression
        self._order_of_files: Shuffler | None = None
        self._at_once = 1

    def shuffle_files(self, shuffler: Shuffler) -> None:
        """Read the files in another order in each pass."""
        self._order_of_files = shuffler

    def take_turns(self, number: int) -> None:
        """Read a row of each of so many files in turn."""
        self._at_once = number

    def elements(self) -> Iterator[Any]:
        for values in self.values():
            yield tuple(
                _core.constant(value, dtype=column.dtype)
                for value, column in zip(values, self._columns)
            )

    def values(self) -> Iterator[list[Any]]:
        """The rows as Python's values."""
        order, names = self._order_of_files, iter(self._filenames)
        files = names if order is None else order.items(names)
        return in_turn((self._values_in(path) for path in files), self._at_once)

    def _values_in(self, path: str) -> Iterator[list[Any]]:
        rows = table_rows(path, self._delimiter, self._quotes, self._compression)
        if self._header:
            next(rows, None)
        for number, row in enumerate(rows):
            yield self._converted(self._chosen(row, number), number)

    def _chosen(self, row: list[str], number: int) -> list[str]:
        if self._places is not None:
            if row and max(self._places, default=0) >= len(row):
                raise invalid(
                    f"Expect {max(self._places) + 1} fields but have {len(row)} in record"
                )
            return [row[place] for place in self._places]
        return [field for place, field in enumerate(row) if place not in self._excluded]

    def _converted(self, fields: list[str], number: int) -> list[Any]:
        if len(fields) != len(self._columns):
            raise invalid(f"Expect {len(self._columns)} fields but have {len(fields)} in record")
        values = []
        for place, (text, column) in enumerate(zip(fields, self._columns)):
            if text and text != self._na_value:
                values.append(column.value(text, place, number))
            elif column.required:
                raise invalid(f"Field {place} is required but missing in record!")
            else:
                values.append(column.default)
        return values

    def spec(self) -> Any:
        return tuple(TensorSpec([], column.dtype) for column in self._columns)


class Table(Stream):
    """Batches of rows, as a tensor for each column by its name."""

    title = "_PrefetchDataset"

    def __init__(
        self,
        rows: CsvRows,
        names: list[str],
        epochs: int | None,
        shuffler: Shuffler | None,
        size: int,
    ) -> None:
        self._rows, self._names, self._size = rows, names, size
        self._epochs, self._shuffler = epochs, shuffler

    def begun(self) -> list[Any]:
        return [self._shuffler or self._rows]

    def _epoch_after_epoch(self) -> Iterator[Any]:
        """The rows of all epochs, each in its own order."""
        all_epochs = self._epochs in (None, -1)
        for _ in itertools.repeat(None) if all_epochs else range(self._epochs or 0):
            empty = True
            rows = self._rows.values()
            for row in self._shuffler.items(rows) if self._shuffler else rows:
                empty = False
                yield row
            if empty:
                return

    def elements(self) -> Iterator[Any]:
        waiting: list[Any] = []
        for values in self._epoch_after_epoch():
            waiting.append(values)
            if len(waiting) == self._size:
                yield self._columns_of(waiting)
                waiting = []
        if waiting:
            yield self._columns_of(waiting)

    def _columns_of(self, rows: list[Any]) -> Any:
        columns = zip(self._names, self._rows._columns, zip(*rows))
        return OrderedDict(
            (name, column.tensor(list(values), [len(rows)])) for name, column, values in columns
        )

    def spec(self) -> Any:
        size = self._size if self._epochs is None else None  # TensorFlow drops a rest then
        return OrderedDict(
            (name, TensorSpec([size], column.dtype))
            for name, column in zip(self._names, self._rows._columns)
        )


def table_rows(path: str, delimiter: str, quotes: bool, compression: str) -> Iterator[list[str]]:
    """The rows of a file, empty lines left out; `InvalidArgumentError` for stray quotes."""
    quoting: Any = csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE
    try:
        for row in csv.reader(
            text_of(path, compression), delimiter=delimiter, quoting=quoting, strict=quotes
        ):
            if row:
                yield row
    except csv.Error as error:
        raise invalid(f"{path}: {error}") from error


def column_of(place: int, default: Any) -> Column:
    """A column by its default value, or by its dtype if there must be a value."""
    if isinstance(default, _core.DType):
        default = _core.constant([], dtype=default, shape=[0])
    return Column(place, default)


# --- What make_csv_dataset finds out --------------------------------------------------------------

_INFERRED = ("int32", "int64", "float32", "float64", "string")


def inferred(rows: Iterator[list[str]], places: list[int], na_value: str) -> list[_core.Tensor]:
    """Defaults for columns: of the first dtype that holds all of a column's values."""
    kinds = [0] * len(places)
    for row in rows:
        for number, place in enumerate(places):
            if place >= len(row):
                raise ValueError(f"A row has {len(row)} fields where {max(places) + 1} are needed.")
            text = row[place]
            while text and text != na_value and not _holds(_INFERRED[kinds[number]], text):
                kinds[number] += 1
    dtypes = [_INFERRED[kind] for kind in kinds]
    return [
        _core.constant([b"" if dtype == "string" else 0], dtype=dtype, shape=[1])
        for dtype in dtypes
    ]


def _holds(dtype: str, text: str) -> bool:
    if dtype == "string":
        return True
    column = Column(0, _core.constant([0], dtype=dtype))
    try:
        value = column.value(text, 0, 0)
    except ValueError:
        return False
    return dtype != "float32" or value == 0 or 1e-37 < abs(value) < 3e38 or value != value


def names_in(path: str, delimiter: str, quotes: bool, compression: str) -> list[str]:
    """The names in the first line of a file."""
    first = next(table_rows(path, delimiter, quotes, compression), None)
    if first is None:
        raise ValueError(f"{os.fsdecode(path)} is empty.")
    return first
