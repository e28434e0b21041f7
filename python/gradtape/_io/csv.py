"""`tf.io.decode_csv`: lines of comma-separated values as one tensor for each column."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure import nest
from .arguments import flat_strings, invalid, strings

if TYPE_CHECKING:
    from .._typing import ShapeLike, TensorLike

_DTYPES = ("float32", "float64", "int32", "int64", "string")
_FIELD = re.compile(r'"((?:[^"]|"")*)"')
_HEXADECIMAL = re.compile(r"[+-]?0[xX]")


class Column:
    """One column: its dtype, and the value that stands for an empty field, if one may be empty."""

    def __init__(self, place: int, default: TensorLike) -> None:
        tensor = _core.convert_to_tensor(default)
        self.dtype = tensor.dtype
        if self.dtype.name not in _DTYPES:
            raise invalid(
                f"decode_csv: {self.dtype.name} is not in the list of allowed values: "
                f"{', '.join(_DTYPES)}"
            )
        values = _core.reshape(tensor, [-1]).numpy().tolist()
        if len(values) > 1:
            raise invalid(
                f"There should only be 1 default per field but field {place} has {len(values)}"
            )
        self.required = not values
        self.default = None if self.required else values[0]

    def value(self, text: str, place: int, record: int) -> Any:
        """The value of a field that is not empty."""
        try:
            return _PARSERS[self.dtype.name](text)
        except ValueError:
            kind = {"float32": "float", "float64": "double"}.get(self.dtype.name, self.dtype.name)
            raise invalid(
                f"Field {place} in record {record} is not a valid {kind}: {text}"
            ) from None

    def tensor(self, values: list[Any], shape: ShapeLike) -> _core.Tensor:
        """The values of all records."""
        if self.dtype == _core.string:
            return _core.constant(values, dtype=self.dtype, shape=shape)
        return _core.constant(np.asarray(values, self.dtype.name).reshape(shape))


def _integer(bits: int) -> Callable[..., Any]:
    def parsed(text: str) -> int:
        number = int(text, 10)
        if "_" in text or not text.isascii() or not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
            raise ValueError
        return number

    return parsed


def _real(text: str) -> float:
    if "_" in text or not text.isascii():
        raise ValueError
    return float.fromhex(text) if _HEXADECIMAL.match(text.strip()) else float(text)


_PARSERS = {
    "string": lambda text: text.encode("utf-8", "surrogateescape"),
    "int32": _integer(32),
    "int64": _integer(64),
    "float32": _real,
    "float64": _real,
}


def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Any = None,
    name: str | None = None,
) -> list[_core.Tensor]:
    """A tensor for each column of lines, in the shape of `records`.

    `record_defaults` has the dtype of each column (float32, float64, int32, int64 or string) by the
    value that an empty field, or one that is `na_value`, gets; an empty tensor means that there
    must be a value. `select_cols` names the columns to read. `InvalidArgumentError` for a line that
    does not fit.

    >>> import gradtape as tf
    >>> number, word = tf.io.decode_csv(["1,a", ",b"], [0, ""])
    >>> number.numpy().tolist(), word.numpy().tolist()
    ([1, 0], [b'a', b'b'])
    """
    if len(field_delim.encode()) != 1:
        raise invalid("field_delim should be only 1 char")
    columns = [Column(place, one) for place, one in enumerate(nest.flatten(list(record_defaults)))]
    if not columns:
        raise invalid("decode_csv: there must be at least one default in `record_defaults`")
    tensor = strings(records)
    chosen = None if select_cols is None else [int(place) for place in select_cols]
    rows = []
    for number, record in enumerate(flat_strings(tensor)):
        fields = split(record, field_delim, use_quote_delim, chosen)
        rows.append(_parsed(fields, columns, na_value, number))
    shape = tensor.shape.as_list()
    found = zip(*rows, strict=True) if rows else [()] * len(columns)
    return [column.tensor(list(values), shape) for column, values in zip(columns, found)]


def _parsed(fields: list[str], columns: list[Column], na_value: str, record: int) -> list[Any]:
    if len(fields) != len(columns):
        raise invalid(f"Expect {len(columns)} fields but have {len(fields)} in record {record}")
    values = []
    for place, (text, column) in enumerate(zip(fields, columns)):
        if text and text != na_value:
            values.append(column.value(text, place, record))
        elif column.required:
            raise invalid(f"Field {place} is required but missing in record {record}!")
        else:
            values.append(column.default)
    return values


def split(record: bytes, delimiter: str, quotes: bool, chosen: list[int] | None) -> list[str]:
    """The fields of a line; bytes that are no UTF-8 come through."""
    text = record.decode("utf-8", "surrogateescape")
    if not text:
        return []
    fields = _quoted(text, delimiter) if quotes and '"' in text else text.split(delimiter)
    if quotes and '"' not in text and ("\n" in text or "\r" in text):
        raise invalid("Unquoted fields cannot have quotes/CRLFs inside")
    if chosen is None:
        return fields
    return [fields[place] for place in chosen if place < len(fields)]


def _quoted(text: str, delimiter: str) -> list[str]:
    """The fields of a line in which some are quoted; `InvalidArgumentError` for stray quotes."""
    fields, at = [], 0
    while True:
        if text.startswith('"', at):
            field, at = _quoted_field(text, at)
            if at < len(text) and text[at] != delimiter:
                raise invalid("Quote inside a string has to be escaped by another quote")
        else:
            end = text.find(delimiter, at)
            end = len(text) if end < 0 else end
            field, at = text[at:end], end
            if any(sign in field for sign in '"\r\n'):
                raise invalid("Unquoted fields cannot have quotes/CRLFs inside")
        fields.append(field)
        if at >= len(text):
            return fields
        at += 1


def _quoted_field(text: str, at: int) -> tuple[str, int]:
    """A field between quotes, and where it ends."""
    found = _FIELD.match(text, at)
    if found is None:
        raise invalid("Quoted field has to end with quote followed by delim or end")
    return found[1].replace('""', '"'), found.end()
