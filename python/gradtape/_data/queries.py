"""Rows that a database answers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure.tensor_spec import TensorSpec
from ..errors import InvalidArgumentError, UnknownError
from .dataset import Dataset
from .stream import Stream

if TYPE_CHECKING:
    from .._typing import DTypeLike

_KINDS = ["string", "int8", "int16", "int32", "int64", "uint8", "uint16", "bool", "float64"]


class Rows(Stream):
    """What a query answers, row by row; each pass asks anew."""

    title = "SqlDatasetV2"

    def __init__(self, path: str, query: str, kinds: tuple[_core.DType, ...]) -> None:
        self._path, self._query, self._kinds = path, query, kinds

    def elements(self) -> Iterator[Any]:
        try:
            with closing(sqlite3.connect(self._path)) as database:
                for row in database.execute(self._query):
                    yield self._converted(row)
        except sqlite3.Error as error:
            raise UnknownError(None, None, f"Failed to execute query: {error}") from error

    def _converted(self, row: tuple[Any, ...]) -> tuple[_core.Tensor, ...]:
        if len(row) != len(self._kinds):
            raise InvalidArgumentError(
                None, None, f"The number of columns in query ({len(row)}) must match the number of "
                f"elements in output_types ({len(self._kinds)}).",
            )  # fmt: skip
        return tuple(_value(field, kind) for field, kind in zip(row, self._kinds))

    def spec(self) -> Any:
        return tuple(TensorSpec([], kind) for kind in self._kinds)


def _value(field: Any, kind: _core.DType) -> _core.Tensor:
    """A field of a row; what is not there counts as 0 or an empty string."""
    if kind == _core.string:
        given = b"" if field is None else field
        return _core.constant(given if isinstance(given, bytes) else str(given), kind)
    number = 0 if field is None else field
    return _core.cast(_core.constant(float(number) if kind == _core.float64 else int(number)), kind)


class SqlDataset(Dataset):
    """The rows that an SQL query answers, as tuples of scalars.

    `driver_name` is `"sqlite"`, `data_source_name` the file, `output_types` a tuple with the dtype
    of each column: string, whole numbers, bool or float64. `InvalidArgumentError` for another
    database and columns that are not as many, `UnknownError` for a query that fails.

    >>> import os, sqlite3, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a.db")
    ...     with sqlite3.connect(path) as database:
    ...         _ = database.execute("create table t (x int)").execute("insert into t values (3)")
    ...     database.close()
    ...     rows = tf.data.experimental.SqlDataset("sqlite", path, "select x from t", (tf.int32,))
    ...     [int(x) for x, in rows]
    [3]
    """

    def __init__(
        self, driver_name: str, data_source_name: str, query: str, output_types: Any
    ) -> None:
        driver, path, text = (_plain(each) for each in (driver_name, data_source_name, query))
        if driver != "sqlite":
            raise InvalidArgumentError(
                None, None, f"The database type, {driver}, is not supported by SqlDataset. The set "
                "of supported databases is: {'sqlite'}",
            )  # fmt: skip
        super().__init__(Rows(path, text, tuple(_kind(each) for each in output_types)))


def _plain(given: Any) -> str:
    """The text of a string, which may be a tensor."""
    value = given.numpy() if isinstance(given, _core.Tensor) else given
    return value.decode() if isinstance(value, bytes) else str(value)


def _kind(given: DTypeLike) -> _core.DType:
    kind = _core.as_dtype(given)
    if kind.name not in _KINDS:
        raise InvalidArgumentError(
            None, None, f"Each element of `output_types_` must be one of: {', '.join(_KINDS)}; got "
            f"{kind.name}",
        )  # fmt: skip
    return kind
