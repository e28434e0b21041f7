"""Snappy's compression, undone: the blocks of a checkpoint's index may be compressed by it."""

from __future__ import annotations


class SnappyError(ValueError):
    """What is no data of Snappy's."""


def decompressed(data: bytes) -> bytes:
    """The bytes that were compressed; `SnappyError` if they cannot be had.

    >>> from gradtape._checkpoint.snappy import decompressed
    >>> decompressed(b"\\x06\\x04ab\\x01\\x02")
    b'ababab'
    """
    try:
        size, at = varint(data, 0)
        found = bytearray()
        while at < len(data):
            at = _literal(data, at, found) if data[at] & 3 == 0 else _copy(data, at, found)
            if len(found) > size:
                raise SnappyError("there is more than its length says")
    except IndexError:
        raise SnappyError("it is cut short") from None
    if len(found) != size:
        raise SnappyError("it is cut short")
    return bytes(found)


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, the lowest first, and the place behind it."""
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, at
        shift += 7
        if shift > 63:
            raise SnappyError("a number is too long")


def _literal(data: bytes, at: int, found: bytearray) -> int:
    """Bytes as they are: their count is in the tag, or in up to four bytes behind it."""
    size = data[at] >> 2
    at += 1
    if size >= 60:
        width = size - 59
        size, at = int.from_bytes(data[at : at + width], "little"), at + width
    part = data[at : at + size + 1]
    if len(part) != size + 1:
        raise SnappyError("it is cut short")
    found += part
    return at + size + 1


def _copy(data: bytes, at: int, found: bytearray) -> int:
    """Bytes that came before, which may overlap those that they give."""
    tag = data[at]
    if tag & 3 == 1:
        size, offset, at = 4 + (tag >> 2 & 7), (tag >> 5) << 8 | data[at + 1], at + 2
    else:
        width = 2 if tag & 3 == 2 else 4
        size, offset = 1 + (tag >> 2), int.from_bytes(data[at + 1 : at + 1 + width], "little")
        at += 1 + width
    if not 0 < offset <= len(found):
        raise SnappyError("it points before its beginning")
    for _ in range(size):
        found.append(found[-offset])
    return at
