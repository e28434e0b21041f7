"""Streams of the records in files: lines, pieces of a fixed length, records with checksums."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from .. import _core, errors
from .._io.arguments import flat_strings
from .._io.record_file import pieces, records
from .._io.record_options import decompressor
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from .interleaving import cycle_of, in_turn
from .showing import first_of
from .stream import Stream

Reader = Callable[[str], Iterator[bytes]]


class Records(Stream):
    """What a reader finds in files, one after the other, or in so many at once in turn."""

    def __init__(self, filenames: Stream, reader: Reader, parallel: int | None) -> None:
        self._filenames, self._reader = filenames, reader
        self._parallel = files_at_once(parallel)

    def elements(self) -> Iterator[Any]:
        names = (
            name.decode("utf-8", "surrogateescape")
            for element in self._filenames.elements()
            for name in flat_strings(element)
        )
        found: Iterator[bytes]
        if self._parallel == 1:
            found = itertools.chain.from_iterable(map(self._reader, names))
        else:
            found = in_turn(map(self._reader, names), self._parallel)
        constant, string = _core.constant, _core.string
        return (constant(record, dtype=string) for record in found)

    def spec(self) -> Any:
        return TensorSpec([], _core.string)

    def example(self) -> Any:
        return first_of(self)


def files_at_once(parallel: Any) -> int:
    """Of how many files records come in turn: as of datasets that are interleaved.

    >>> from gradtape._data.files import files_at_once
    >>> files_at_once(None), files_at_once(3)
    (1, 3)
    """
    return 1 if parallel is None else max(cycle_of(parallel, parallel), 1)


class RecordFiles(Records):
    """See `TFRecordDataset`."""

    title = "TFRecordDatasetV2"

    def __init__(self, filenames: Stream, compression: str, parallel: Any) -> None:
        super().__init__(filenames, lambda path: records(path, compression), parallel)


class TextLines(Records):
    """See `TextLineDataset`."""

    title = "TextLineDatasetV2"

    def __init__(self, filenames: Stream, compression: str, parallel: Any) -> None:
        decompressor(compression)  # refuse it now
        super().__init__(filenames, lambda path: lines(path, compression), parallel)


def lines(path: str, compression: str = "") -> Iterator[bytes]:
    """The lines of a file without their ends, which are LF or CR LF."""
    rest: list[bytes] = []
    for piece in pieces(path, compression):
        first, *others = piece.split(b"\n")
        rest.append(first)
        if not others:
            continue
        yield _without_return(b"".join(rest))
        *whole, last = others
        for line in whole:
            yield _without_return(line)
        rest = [last]
    if last_line := b"".join(rest):
        yield _without_return(last_line)


def _without_return(line: bytes) -> bytes:
    return line[:-1] if line.endswith(b"\r") else line


class FixedLengthRecords(Records):
    """See `FixedLengthRecordDataset`."""

    title = "FixedLengthRecordDatasetV2"

    def __init__(
        self,
        filenames: Stream,
        sizes: tuple[int, int, int],
        compression: str,
        parallel: Any,
    ) -> None:
        record, header, footer = sizes
        if record <= 0:
            raise _refused("`record_bytes` must be > 0")
        if min(header, footer) < 0:
            raise _refused("`header_bytes` and `footer_bytes` must be >= 0")
        decompressor(compression)
        super().__init__(
            filenames, lambda path: _fixed(path, record, header, footer, compression), parallel
        )


def _fixed(path: str, size: int, header: int, footer: int, compression: str) -> Iterator[bytes]:
    """Records of a fixed size; what may be the footer is held back."""
    data, skipped, total = b"", 0, 0
    for piece in pieces(path, compression):
        total += len(piece)
        cut = min(header - skipped, len(piece))
        skipped += cut
        data += piece[cut:]
        count = max((len(data) - footer) // size, 0)
        for place in range(0, count * size, size):
            yield data[place : place + size]
        data = data[count * size :]
    if len(data) != footer:
        raise _refused(
            f"Excluding the header ({header} bytes) and footer ({footer} bytes), input file "
            f'"{path}" has body length {total - header - footer} bytes, which is not an exact '
            f"multiple of the record length ({size} bytes)."
        )


def names_stream(
    filenames: Any, stream_of: Callable[[Any], Stream], whole: Callable[..., Any]
) -> Stream:
    """The stream of file names in an argument: strings, a tensor, or a dataset of them."""
    stream = stream_of(filenames) if hasattr(filenames, "_stream") else whole(filenames)
    specs = nest.flatten(stream.spec())
    if len(specs) != 1 or specs[0].dtype != _core.string:
        found = ", ".join(f"`{spec.dtype!r}`" for spec in specs)
        raise TypeError(
            f"The `filenames` argument must contain `tf.string` elements. Got {found} elements."
        )
    return stream


def text_of(path: str, compression: str) -> io.StringIO:
    """A whole file as text, in which bytes that are no UTF-8 come through."""
    data = b"".join(pieces(path, compression))
    return io.StringIO(data.decode("utf-8", "surrogateescape"), newline="")


def _refused(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)
