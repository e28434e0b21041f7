"""Files that are replaced at once.

Invariant: a file under its final name is complete. It is written under another name in the same
folder, flushed to the disk, and renamed; whatever goes wrong before that leaves an older file as
it was. An empty file has nothing to lose, and who made it may hold it open to read it then (as
those of `tempfile.NamedTemporaryFile` are): it is written into. What a killed program left under
another name is removed by the next one that writes in the folder: while a file is being written it
is locked, and a lock ends with its process.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from .._typing import PathLike

_UNFINISHED = re.compile(r"\..*\.[0-9a-f]{32}\.tmp", re.DOTALL)


@contextlib.contextmanager
def replacing(path: PathLike) -> Iterator[BinaryIO]:
    """A file to write.

    At the end of the block it takes the place of `path`, or vanishes if the block fails.

    >>> import os, tempfile
    >>> from gradtape._checkpoint.replacing import replacing
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(os.path.join(folder, "a")) as file:
    ...         _ = file.write(b"whole")
    ...     os.listdir(folder)
    ['a']
    """
    path = Path(os.fsdecode(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_unfinished(path.parent)
    temporary, file = _opened(path)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if sys.platform != "win32":  # where an open file keeps its name
                _put_in_place(temporary, path)
        if sys.platform == "win32":
            _put_in_place(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)


def _put_in_place(temporary: Path, path: Path) -> None:
    """Give a written file its name, or an empty file of that name its content."""
    if not _is_empty(path):
        temporary.replace(path)
        return
    with temporary.open("rb") as source, path.open("r+b") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())
    temporary.unlink()


def _is_empty(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.stat().st_size == 0


def _opened(path: Path) -> tuple[Path, BinaryIO]:
    """A new file beside `path`, locked."""
    while True:
        temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
        file = temporary.open("xb")
        try:
            _lock(file, wait=True)
            # Before it was locked, another program may have taken it for an unfinished one.
            if temporary.exists():
                return temporary, file
        except BaseException:
            file.close()
            temporary.unlink(missing_ok=True)
            raise
        file.close()


def _lock(file: BinaryIO, wait: bool) -> bool:
    """Lock a file for this process; False if that cannot be had."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # another has it, or the file system knows no locks
        return False
    return True


def _remove_unfinished(folder: Path) -> None:
    """Remove what killed programs left; what is in use, or cannot be removed, stays."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _UNFINISHED.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _remove_if_abandoned(Path(entry.path))


def _remove_if_abandoned(path: Path) -> None:
    if sys.platform == "win32":  # which refuses if the file is open
        path.unlink()
        return
    with path.open("rb") as file:
        if _lock(file, wait=False):
            path.unlink()


def _flush_folder(folder: Path) -> None:
    """Make a rename in `folder` last; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
