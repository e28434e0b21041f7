"""What a table is filled with: tensors of keys and values, or the lines of a file.

Invariant: `pairs()` is a tensor of keys and one of values of the same length, of the dtypes that
the initializer names.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError, NotFoundError

if TYPE_CHECKING:
    from .._typing import DTypeLike, PathLike, TensorLike


class KeyValueTensorInitializer:
    """A table's keys and values, each a vector.

    >>> start = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
    >>> tf.lookup.StaticHashTable(start, default_value=-1).lookup("b").numpy().item()
    2
    """

    def __init__(
        self,
        keys: TensorLike,
        values: TensorLike,
        key_dtype: DTypeLike = None,
        value_dtype: DTypeLike = None,
        name: str | None = None,
    ) -> None:
        self._keys = _column(keys, key_dtype)
        self._values = _column(values, value_dtype)
        if self._keys.shape != self._values.shape:
            raise InvalidArgumentError(
                None,
                None,
                f"Keys and values must have the same shape, got {self._keys.shape} and "
                f"{self._values.shape}",
            )

    @property
    def key_dtype(self) -> _core.DType:
        """The dtype of the keys."""
        dtype: _core.DType = self._keys.dtype
        return dtype

    @property
    def value_dtype(self) -> _core.DType:
        """The dtype of the values."""
        dtype: _core.DType = self._values.dtype
        return dtype

    def pairs(self) -> tuple[_core.Tensor, _core.Tensor]:
        """The keys and the values; none for a subclass that only tells their dtypes."""
        if "_keys" not in vars(self):
            return _column([], self.key_dtype), _column([], self.value_dtype)
        return self._keys, self._values


def _column(given: TensorLike, dtype: DTypeLike) -> _core.Tensor:
    wanted = None if dtype is None else _core.as_dtype(dtype)
    return _core.reshape(_core.convert_to_tensor(given, wanted), [-1])


class TextFileIndex:
    """What of a line is meant, besides the number of a column."""

    WHOLE_LINE = -2
    LINE_NUMBER = -1


class TextFileInitializer:
    """The lines of a text file as keys and values.

    `key_index` and `value_index` are columns, counted from 0 and separated by `delimiter`, or
    `TextFileIndex.WHOLE_LINE` (a string) or `LINE_NUMBER` (`int64`). `vocab_size` cuts it off;
    `value_index_offset` is added to line numbers. A file that lacks lines or columns is an
    `InvalidArgumentError` when the table is made, one that does not exist a `NotFoundError`.

    >>> import pathlib
    >>> _ = pathlib.Path("words.txt").write_text("emerson\\nlake\\n")
    >>> words = tf.lookup.TextFileInitializer(
    ...     "words.txt", tf.string, tf.lookup.TextFileIndex.WHOLE_LINE,
    ...     tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER)
    >>> tf.lookup.StaticHashTable(words, -1).lookup(["lake", "palmer"]).numpy().tolist()
    [1, -1]
    """

    def __init__(
        self,
        filename: PathLike | TensorLike,
        key_dtype: DTypeLike,
        key_index: int,
        value_dtype: DTypeLike,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None:
        self._path = _path(filename)
        self._key = (_core.as_dtype(key_dtype), _index(key_index, key_dtype, "key"))
        self._value = (_core.as_dtype(value_dtype), _index(value_index, value_dtype, "value"))
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"`vocab_size` should be positive, got {vocab_size}")
        self._size, self._delimiter, self._offset = vocab_size, delimiter, value_index_offset

    @property
    def key_dtype(self) -> _core.DType:
        """The dtype of the keys."""
        return self._key[0]

    @property
    def value_dtype(self) -> _core.DType:
        """The dtype of the values."""
        return self._value[0]

    def pairs(self) -> tuple[Any, Any]:
        """The keys and the values, read from the file."""
        lines = self._lines()
        return self._read(lines, *self._key, 0), self._read(lines, *self._value, self._offset)

    def _lines(self) -> list[bytes]:
        try:
            text = Path(self._path).read_bytes()
        except FileNotFoundError:
            raise NotFoundError(None, None, f"{self._path}; No such file or directory") from None
        lines = text.replace(b"\r\n", b"\n").split(b"\n")
        lines = lines[:-1] if lines[-1] == b"" else lines
        if self._size is not None and len(lines) < self._size:
            raise _invalid(
                f"Invalid vocab_size in {self._path}: expected {self._size} but got {len(lines)}"
            )
        return lines[: self._size]

    def _read(
        self, lines: list[bytes], dtype: _core.DType, index: int, offset: int
    ) -> _core.Tensor:
        if index == TextFileIndex.LINE_NUMBER:
            return _core.constant(np.arange(len(lines)) + offset, dtype)
        if index == TextFileIndex.WHOLE_LINE:
            return _strings(lines)
        cells = [self._cell(line, index, number) for number, line in enumerate(lines)]
        return _strings(cells) if dtype == _core.string else self._numbers(cells, dtype)

    def _cell(self, line: bytes, index: int, number: int) -> bytes:
        cells = line.split(self._delimiter.encode())
        if index >= len(cells):
            raise _invalid(
                f"Invalid number of columns in {self._path} line {number} "
                f"({line.decode(errors='replace')}) : expected at least {index + 1} got "
                f"{len(cells)}"
            )
        return cells[index]

    def _numbers(self, cells: list[bytes], dtype: _core.DType) -> _core.Tensor:
        number = int if dtype.is_integer else float
        try:
            return _core.constant(np.array([number(cell) for cell in cells]), dtype)
        except ValueError as error:
            raise _invalid(f"A field of {self._path} is not a {dtype.name}: {error}") from None


def _invalid(text: str) -> InvalidArgumentError:
    return InvalidArgumentError(None, None, text)


def _path(filename: Any) -> str:
    given = filename.numpy() if hasattr(filename, "numpy") else filename
    path = os.fsdecode(given)
    if not path:
        raise ValueError("`filename` required for tf.lookup.TextFileInitializer")
    return path


def _index(index: int, dtype: DTypeLike, what: str) -> int:
    kind = _core.as_dtype(dtype)
    if index < TextFileIndex.WHOLE_LINE:
        raise ValueError(f"Invalid {what} index {index}.")
    if index == TextFileIndex.LINE_NUMBER and kind != _core.int64:
        raise ValueError(f"`{what}_dtype` must be int64 if `{what}_index` is LINE_NUMBER")
    if index == TextFileIndex.WHOLE_LINE and kind != _core.string:
        raise ValueError(f"`{what}_dtype` must be string if `{what}_index` is WHOLE_LINE")
    return index


def _strings(cells: list[bytes]) -> _core.Tensor:
    array = np.empty(len(cells), object)
    array[:] = cells
    return _core.constant(array, _core.string)
