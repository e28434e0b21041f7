"""Tables of sorted keys and values, as the index of a TensorFlow checkpoint is one.

Blocks of entries, in which a key leaves out what it shares with the one before; then a block with
the place of each, and a footer of 48 bytes with the place of that. Each block may be compressed by
Snappy, and has a checksum.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from .._io.checksum import crc32c, unmasked
from .snappy import SnappyError, decompressed, varint

MAGIC = struct.pack("<Q", 0xDB4775248B80FB57)
_FOOTER = 48
_TRAILER = 5  # how a block is compressed, and its checksum


class TableError(ValueError):
    """Why a table cannot be read."""


def is_table(ending: bytes) -> bool:
    """Whether a file with this ending is a table."""
    return ending.endswith(MAGIC)


def entries(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of a table, in order; `TableError` for a damaged one."""
    try:
        if len(data) < _FOOTER or not is_table(data):
            raise TableError("it is cut short")
        about, at = _handle(data, len(data) - _FOOTER)
        _block(data, about)  # it tells nothing that is needed, but is to be whole
        place, _ = _handle(data, at)
        for _, handle in _in_block(_block(data, place)):
            yield from _in_block(_block(data, _handle(handle, 0)[0]))
    except (IndexError, struct.error, SnappyError) as error:
        raise TableError(f"its index is damaged ({error})") from error


def _handle(data: bytes, at: int) -> tuple[tuple[int, int], int]:
    """Where a block is and how long, and what is behind that."""
    start, at = varint(data, at)
    size, at = varint(data, at)
    return (start, size), at


def _block(data: bytes, place: tuple[int, int]) -> bytes:
    start, size = place
    end = start + size
    if end + _TRAILER > len(data):
        raise TableError("its index is damaged: a block is beyond its end")
    (checksum,) = struct.unpack_from("<I", data, end + 1)
    if crc32c(data[start : end + 1]) != unmasked(checksum):
        raise TableError("the checksum of its index does not match")
    kind = data[end]
    if kind > 1:
        raise TableError(f"its index is compressed in a way that is not known ({kind})")
    return decompressed(data[start:end]) if kind else data[start:end]


def _in_block(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    (restarts,) = struct.unpack_from("<I", block, len(block) - 4)
    end = len(block) - 4 - 4 * restarts
    if end < 0:
        raise TableError("its index is damaged")
    at, key = 0, b""
    while at < end:
        shared, at = varint(block, at)
        own, at = varint(block, at)
        size, at = varint(block, at)
        if shared > len(key) or at + own + size > end:
            raise TableError("its index is damaged")
        key = key[:shared] + block[at : at + own]
        at += own + size
        yield key, block[at - size : at]
