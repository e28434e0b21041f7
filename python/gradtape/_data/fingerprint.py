"""A number for what a stream computes, which tells one pipeline from another in a snapshot."""

from __future__ import annotations

import types
from binascii import crc32
from collections.abc import Iterator
from typing import Any

from .. import _core
from .functions import Function
from .stream import Stream


def fingerprint(stream: Stream) -> str:
    """The same for the same operations on the same data, in any process."""
    checksum = 0
    for part in _parts(stream, []):
        checksum = crc32(part, checksum)
    return f"{checksum:08x}"


def _parts(value: Any, seen: list[int]) -> Iterator[bytes]:
    """Bytes that say what a value is; what has no data of its own is its type."""
    yield type(value).__qualname__.encode()
    if id(value) in seen:
        return
    seen = [*seen, id(value)]
    if isinstance(value, _core.Tensor):
        strings = value.dtype == _core.string
        yield repr(value).encode() if strings else bytes(_core.tensor_to_bytes(value))
    elif isinstance(value, (str, bytes, int, float, complex, range, type(None))):
        yield repr(value).encode()
    elif isinstance(value, types.FunctionType):
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        yield from _parts([value.__code__, value.__defaults__, *cells], seen)
    elif isinstance(value, types.CodeType):
        yield value.co_code
        yield from _parts([*value.co_consts, *value.co_names], seen)
    elif isinstance(value, dict):
        for key in value:
            yield from _parts(key, seen)
            yield from _parts(value[key], seen)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from _parts(one, seen)
    elif isinstance(value, Function):
        yield from _parts(value.given, seen)
    elif isinstance(value, Stream):
        yield from _parts({k: v for k, v in vars(value).items() if k != "_known_spec"}, seen)
