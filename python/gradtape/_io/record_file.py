"""Files of records, each the length of its bytes, the bytes, and checksums of both (CRC-32C).

Invariant: a record that was read has the bytes that were written; what is cut or changed is a
`DataLossError` that says where.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from .. import errors
from .checksum import crc32c, masked, unmasked
from .record_options import TFRecordOptions, decompressor
from .system_errors import system_errors

if TYPE_CHECKING:
    from .._typing import PathLike

_HEADER = struct.Struct("<QI")
_LENGTH = struct.Struct("<Q")
_CHECKSUM = struct.Struct("<I")
_PIECE = 1 << 18


class TFRecordWriter:
    """A new file of records.

    `options` is a `TFRecordOptions` or the name of a compression. `NotFoundError` without the
    folder; `FailedPreconditionError` for writing after `close`.

    >>> import gradtape as tf, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "data.tfrecord")
    ...     with tf.io.TFRecordWriter(path) as writer:
    ...         writer.write(b"one")
    ...         writer.write(b"two")
    ...     [record.numpy() for record in tf.data.TFRecordDataset(path)]
    [b'one', b'two']
    """

    def __init__(self, path: PathLike, options: Any = None) -> None:
        self._compressor = TFRecordOptions.of(options).compressor()
        self._path = os.fsdecode(path)
        with system_errors(path):
            self._file: BinaryIO | None = open(self._path, "wb")  # noqa: PTH123, SIM115  kept open

    def write(self, record: Any) -> None:
        """Append the bytes of a record."""
        file = self._opened()
        if isinstance(record, str):
            record = record.encode()
        if not isinstance(record, (bytes, bytearray, memoryview)):
            raise TypeError(f"write(): a record is bytes, got {record!r} of type {type(record)}")
        record = bytes(record)
        length = _LENGTH.pack(len(record))
        data = b"".join((length, _checksum(length), record, _checksum(record)))
        with system_errors(self._path):
            file.write(self._compressor.compress(data) if self._compressor else data)

    def flush(self) -> None:
        """Hand everything to the system."""
        file = self._opened()
        with system_errors(self._path):
            if self._compressor:
                file.write(self._compressor.flush(zlib.Z_SYNC_FLUSH))
            file.flush()

    def close(self) -> None:
        """End the file; more than once does no harm."""
        file, self._file = self._file, None
        if file is not None:
            with system_errors(self._path), file:
                if self._compressor:
                    file.write(self._compressor.flush())

    def _opened(self) -> BinaryIO:
        if self._file is None:
            raise errors.FailedPreconditionError(None, None, "Writer is closed.")
        return self._file

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()


def _checksum(data: bytes) -> bytes:
    return _CHECKSUM.pack(masked(crc32c(data)))


def records(path: str, compression: str = "") -> Iterator[bytes]:
    """The records of a file, one by one."""
    source = pieces(path, compression)
    data, at, before = b"", 0, 0  # `before` bytes of the file came before `data`
    while True:
        if len(data) - at < _HEADER.size:
            data, at, before = _more(source, data, at, before, _HEADER.size)
            if not data:
                return
            if len(data) < _HEADER.size:
                raise _damaged(path, "truncated", before)
        length, stored = _HEADER.unpack_from(data, at)
        if crc32c(data[at : at + _LENGTH.size]) != unmasked(stored):
            raise _damaged(path, "corrupted", before + at, " (Is this even a TFRecord file?)")
        needed = _HEADER.size + length + _CHECKSUM.size
        if len(data) - at < needed:
            data, at, before = _more(source, data, at, before, needed)
            if len(data) < needed:
                raise _damaged(path, "truncated", before)
        start, end = at + _HEADER.size, at + _HEADER.size + length
        record = data[start:end]
        if crc32c(record) != unmasked(_CHECKSUM.unpack_from(data, end)[0]):
            raise _damaged(path, "corrupted", before + at)
        yield record
        at += needed


def _more(
    source: Iterator[bytes], data: bytes, at: int, before: int, needed: int
) -> tuple[bytes, int, int]:
    """What is left of `data` and so many pieces that it has the bytes needed, if there are any."""
    parts = [data[at:]]
    size = len(parts[0])
    while size < needed:
        piece = next(source, b"")
        if not piece:
            break
        parts.append(piece)
        size += len(piece)
    return b"".join(parts), 0, before + at


def pieces(path: str, compression: str = "") -> Iterator[bytes]:
    """The bytes of a file, piece by piece, after decompression."""
    undo = decompressor(compression)
    with system_errors(path), open(path, "rb") as file:  # noqa: PTH123
        while piece := file.read(_PIECE):
            piece = piece if undo is None else _undone(undo, piece, path)
            if piece:
                yield piece
    if undo is not None and not undo.eof:
        raise errors.DataLossError(None, None, f"{path}: the compressed data is cut short")


def _undone(undo: Any, piece: bytes, path: str) -> bytes:
    try:
        found: bytes = undo.decompress(piece)
    except zlib.error as error:
        raise errors.DataLossError(None, None, f"{path}: {error}") from error
    return found


def _damaged(path: str, how: str, place: int, more: str = "") -> errors.DataLossError:
    return errors.DataLossError(None, None, f"{path}: {how} record at {place}{more}")
