"""The header of a file of tensors: names, dtypes, shapes, places in the data, checksums.

It is that of safetensors: eight bytes with its length (little endian), then JSON: for each name
`dtype`, `shape` and `data_offsets`, text under `__metadata__`. Beside these each tensor has the
`crc32` of its bytes, and the metadata begins with the `crc32` of the header itself, for which its
own digits count as zeros. CRC-32 finds every damage of up to 32 neighbouring bits, all others but
one in four billion, and comes with Python. Files without checksums are read as well.

Invariant: the tensors of a header that was read lie in the data one behind the other, from its
first byte to its last, each as long as its shape and dtype say.
"""

from __future__ import annotations

import json
import math
import os
from binascii import crc32
from dataclasses import dataclass
from typing import Any, BinaryIO

# The codes of dtypes, and bytes for each element; a string has at least its length.
CODES = {
    "float16": ("F16", 2),
    "bfloat16": ("BF16", 2),
    "float32": ("F32", 4),
    "float64": ("F64", 8),
    "int8": ("I8", 1),
    "int16": ("I16", 2),
    "int32": ("I32", 4),
    "int64": ("I64", 8),
    "uint8": ("U8", 1),
    "uint16": ("U16", 2),
    "uint32": ("U32", 4),
    "uint64": ("U64", 8),
    "bool": ("BOOL", 1),
    "complex64": ("C64", 8),
    "complex128": ("C128", 16),
    "string": ("STR", 4),
    "float8_e5m2": ("F8_E5M2", 1),
    "float8_e4m3fn": ("F8_E4M3", 1),
    "float8_e4m3fnuz": ("F8_E4M3FNUZ", 1),
    "float8_e4m3b11fnuz": ("F8_E4M3B11FNUZ", 1),
    "float8_e5m2fnuz": ("F8_E5M2FNUZ", 1),
}
_DTYPES = {code: (name, size) for name, (code, size) in CODES.items()}
_METADATA = "__metadata__"
_CHECKSUM = "crc32"
_NO_DIGITS = "00000000"
_BEGINNING = f'{{"{_METADATA}": {{"{_CHECKSUM}": "'.encode()
_FOREIGN = "it is not a file of tensors that gradtape wrote"
_BEYOND = 1 << 63


class DamagedError(Exception):
    """Why a file cannot be read."""


@dataclass(frozen=True)
class Place:
    """A tensor in the data: its dtype's name, its shape, its first byte and the one behind it."""

    dtype: str
    shape: list[int]
    begin: int
    end: int
    checksum: int | None


@dataclass(frozen=True)
class Header:
    """What a file holds; its data begins at `start`."""

    metadata: dict[str, str]
    places: dict[str, Place]
    start: int
    has_checksum: bool


def encoded(metadata: dict[str, str], places: dict[str, Place]) -> bytes:
    """The header as it is written, with its length."""
    entries: dict[str, Any] = {_METADATA: {_CHECKSUM: _NO_DIGITS, **metadata}}
    for name, place in places.items():
        entries[name] = {
            "dtype": CODES[place.dtype][0],
            "shape": place.shape,
            "data_offsets": [place.begin, place.end],
            _CHECKSUM: place.checksum,
        }
    text = json.dumps(entries).encode()
    text += b" " * (-len(text) % 8)
    length = len(text).to_bytes(8, "little")
    return length + _with_digits(text, _digits(length + text))


def decoded(file: BinaryIO) -> Header:
    """The header at the beginning of a file; `DamagedError` for anything that is none."""
    rest = os.fstat(file.fileno()).st_size - 8
    prefix = file.read(8)
    length = int.from_bytes(prefix, "little")
    if rest < length:
        raise DamagedError(_FOREIGN if rest < 0 or length >= _BEYOND else "it is cut short")
    text = file.read(length)
    entries = _object(text)
    metadata = entries.pop(_METADATA, {})
    if not isinstance(metadata, dict) or not all(isinstance(v, str) for v in metadata.values()):
        raise DamagedError(_FOREIGN)
    places = {name: _place(entry) for name, entry in entries.items()}
    stated = metadata.pop(_CHECKSUM, None)
    _check(prefix + text, stated, any(p.checksum is not None for p in places.values()))
    _check_order(list(places.values()), rest - length)
    return Header(metadata, places, 8 + length, stated is not None)


def _object(text: bytes) -> dict[str, Any]:
    try:
        entries = json.loads(text.decode())
    except (ValueError, RecursionError) as error:
        raise DamagedError(_FOREIGN) from error
    if not isinstance(entries, dict):
        raise DamagedError(_FOREIGN)
    return entries


def _place(entry: Any) -> Place:
    match entry:
        case {"dtype": str(code), "shape": [*shape], "data_offsets": [begin, end]}:
            checksum = entry.get(_CHECKSUM, 0)
            if code in _DTYPES and all(map(_is_natural, [*shape, begin, end, checksum])):
                dtype, size = _DTYPES[code]
                needed, found = math.prod(shape) * size, end - begin
                if found == needed or (dtype == "string" and found > needed):
                    return Place(dtype, shape, begin, end, entry.get(_CHECKSUM))
    raise DamagedError("its header is damaged")


def _is_natural(number: Any) -> bool:
    return type(number) is int and 0 <= number < _BEYOND


def _check(whole: bytes, stated: str | None, expected: bool) -> None:
    """Compare the header's checksum; only a file that has none at all may lack it."""
    if stated is None and not expected:
        return
    at = 8 + len(_BEGINNING)
    digits = whole[at : at + len(_NO_DIGITS)]
    zeros = _with_digits(whole[8:], _NO_DIGITS.encode())
    if whole[8:at] != _BEGINNING or digits != _digits(whole[:8] + zeros):
        raise DamagedError("the checksum of its header does not match")


def _with_digits(text: bytes, digits: bytes) -> bytes:
    return text[: len(_BEGINNING)] + digits + text[len(_BEGINNING) + len(digits) :]


def _digits(data: bytes) -> bytes:
    return f"{crc32(data):08x}".encode()


def _check_order(places: list[Place], size: int) -> None:
    offset = 0
    for begin, end in sorted((place.begin, place.end) for place in places):
        if begin != offset:
            raise DamagedError("its tensors overlap, or leave gaps")
        offset = end
    if offset != size:
        raise DamagedError("it is cut short" if size < offset else "there is more than its tensors")
