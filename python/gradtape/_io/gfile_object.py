"""`tf.io.gfile.GFile`: a file that opens when it is first used.

Invariant: reading is at a place of its own, writing goes to the end or where the mode says; text
is UTF-8, as in TensorFlow, and newlines are what they are in the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from .. import _core, errors
from .paths import local
from .system_errors import system_errors

_MODES = ("r", "w", "a", "r+", "w+", "a+")


class GFile:
    """A file by its path (text, bytes or a path object), for reading, writing or appending.

    `mode` is that of `open`. `PermissionDeniedError` for what the mode does not allow,
    `NotFoundError` at the first use of a file that is not there.

    >>> import gradtape as tf, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a.txt")
    ...     with tf.io.gfile.GFile(path, "w") as file:
    ...         file.write("one\\ntwo\\n")
    ...     [line for line in tf.io.gfile.GFile(path)]
    ['one\\n', 'two\\n']
    """

    def __init__(self, name: str, mode: str = "r") -> None:
        plain = mode.replace("b", "")
        if plain not in _MODES:
            raise errors.InvalidArgumentError(
                None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'"
            )
        self._name = name
        self._mode = mode
        self._plain = plain
        self._reading: BinaryIO | None = None
        self._writing: BinaryIO | None = None

    @property
    def name(self) -> Any:
        """The path as it was given."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode as it was given."""
        return self._mode

    # --- Writing --------------------------------------------------------------------------------

    def write(self, file_content: Any) -> None:
        """Append text or bytes."""
        file = self._writer()
        data = _as_bytes(file_content)
        with system_errors(self._path):
            file.write(data)

    def flush(self) -> None:
        """Hand what was written to the system."""
        if self._writing is not None:
            with system_errors(self._path):
                self._writing.flush()

    # --- Reading --------------------------------------------------------------------------------

    def read(self, n: int = -1) -> Any:
        """The next `n` bytes as text (all that is left if `n` is negative), or as bytes."""
        file = self._reader()
        with system_errors(self._path):
            return self._as_asked(file.read(n))

    def readline(self) -> Any:
        """The next line with its newline; empty at the end."""
        file = self._reader()
        with system_errors(self._path):
            return self._as_asked(file.readline())

    def readlines(self) -> list[Any]:
        """The lines that are left."""
        return list(self)

    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        """Go on reading at `offset` from the start, the place (1) or the end (2)."""
        offset = position if offset is None else offset
        if offset is None:
            raise TypeError("seek(): offset argument required")
        if whence not in (0, 1, 2):
            raise _invalid(f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2.")
        start = (0, self.tell(), self.size())[whence]
        if start + offset < 0:
            raise _invalid(f"Seeking to a negative position: {start + offset}")
        self._reader().seek(start + offset)

    def tell(self) -> int:
        """The place, in bytes."""
        if self._can_read():
            return self._reader().tell()
        return self._writer().tell()

    def size(self) -> int:
        """The length of the file in bytes; what was not flushed does not count."""
        with system_errors(self._path):
            return Path(self._path).stat().st_size

    def seekable(self) -> bool:
        """True."""
        return True

    # --- Opening and closing --------------------------------------------------------------------

    def close(self) -> None:
        """Close the file; using it again opens it anew."""
        try:
            with system_errors(self._path):
                if self._writing is not None:
                    self._writing.close()
        finally:
            if self._reading is not None:
                self._reading.close()
            self._reading = self._writing = None

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def __del__(self) -> None:
        for file in (getattr(self, "_writing", None), getattr(self, "_reading", None)):
            if file is not None:
                file.close()

    def __iter__(self) -> GFile:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    next = __next__

    @property
    def _path(self) -> str:
        return local(self._name)

    def _as_asked(self, data: bytes) -> Any:
        return data if "b" in self._mode else data.decode()

    def _can_read(self) -> bool:
        return self._plain == "r" or self._plain.endswith("+")

    def _reader(self) -> BinaryIO:
        if not self._can_read():
            raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
        if self._plain.startswith("w"):
            self._writer()  # which makes the file
        self.flush()
        if self._reading is None:
            with system_errors(self._path):
                self._reading = open(self._path, "rb")  # noqa: PTH123, SIM115  kept open
        return self._reading

    def _writer(self) -> BinaryIO:
        if self._plain == "r":
            raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
        if self._writing is None:
            how: Any = {"w": "wb", "a": "ab", "r": "r+b"}[self._plain[0]]
            with system_errors(self._path):
                file: BinaryIO = open(self._path, how)  # noqa: PTH123, SIM115  kept open
            self._writing = file
        return self._writing


def _as_bytes(value: Any) -> bytes:
    if isinstance(value, _core.Tensor):
        value = value.numpy()
    if isinstance(value, str):
        return value.encode()
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"Expected text or bytes to write, got {value!r} of type {type(value)}.")
    return bytes(value)


def _invalid(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)
