"""CRC-32C, the checksum in files of TensorFlow.

`google_crc32c` computes it (the extra `records`); without that package a table does, slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

_POLYNOMIAL = 0x82F63B78  # Castagnoli's, its bits reversed
_MASK = 0xA282EAD8  # the constant by which TensorFlow's files tell a checksum from data


def crc32c(data: bytes) -> int:
    """The checksum of some bytes.

    >>> from gradtape._io.checksum import crc32c
    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    global _compute
    if _compute is None:
        _compute = _found()
    return _compute(data)


def unmasked(stored: int) -> int:
    """The checksum that a file holds in the form that `masked` gives it."""
    turned = (stored - _MASK) & 0xFFFFFFFF
    return ((turned >> 17) | (turned << 15)) & 0xFFFFFFFF


def masked(checksum: int) -> int:
    """A checksum as it is stored beside the data that it is of."""
    return (((checksum >> 15) | (checksum << 17)) + _MASK) & 0xFFFFFFFF


_compute: Callable[[bytes], int] | None = None


def _found() -> Callable[[bytes], int]:
    try:
        compute: Callable[[bytes], int] = import_module("google_crc32c").value
    except ImportError:
        return by_table
    return compute


def _table() -> list[int]:
    table = []
    for number in range(256):
        for _ in range(8):
            number = (number >> 1) ^ (_POLYNOMIAL if number & 1 else 0)
        table.append(number)
    return table


_TABLE = _table()


def by_table(data: bytes) -> int:
    """The same without the package."""
    checksum = 0xFFFFFFFF
    for byte in data:
        checksum = _TABLE[(checksum ^ byte) & 0xFF] ^ (checksum >> 8)
    return checksum ^ 0xFFFFFFFF
