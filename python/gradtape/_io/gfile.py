"""`tf.io.gfile`: files and folders by their path, with TensorFlow's errors.

Paths are texts, bytes or path objects; names that come back are texts.
"""

from __future__ import annotations

import os
import shutil
import stat as _stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import errors
from .paths import local
from .patterns import matching
from .system_errors import system_errors

if TYPE_CHECKING:
    from .._typing import PathLike


class FileStatistics:
    """`length` in bytes, `mtime_nsec` and `is_directory` of a file."""

    def __init__(self, found: os.stat_result) -> None:
        self.length = found.st_size
        self.mtime_nsec = found.st_mtime_ns
        self.is_directory = _stat.S_ISDIR(found.st_mode)


def exists(path: PathLike) -> bool:
    """Whether there is a file or a folder.

    >>> import gradtape as tf
    >>> tf.io.gfile.exists("no/such/file")
    False
    """
    return Path(local(path)).exists() if path else False


def isdir(path: PathLike) -> bool:
    """Whether there is a folder."""
    return os.path.isdir(local(path))  # noqa: PTH112  '' is no folder


def glob(pattern: Any) -> list[str]:
    """The paths that match a pattern, or any of several, as the folders list them, in no order.

    `**` is `*`: it stands for one folder.
    """
    patterns = [pattern] if isinstance(pattern, (str, bytes, os.PathLike)) else pattern
    return [path for one in patterns for path in matching(local(one))]


def listdir(path: PathLike) -> list[str]:
    """The names in a folder, in no order; `NotFoundError` if it is none."""
    if not isdir(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {local(path)}")
    with system_errors(path):
        return os.listdir(local(path))  # noqa: PTH208


def mkdir(path: PathLike) -> None:
    """Make a folder whose parent exists; nothing is done if it is there."""
    with system_errors(path):
        Path(local(path)).mkdir(exist_ok=True)


def makedirs(path: PathLike) -> None:
    """Make a folder and those above it; `FailedPreconditionError` where a file has the name.

    >>> import gradtape as tf, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tf.io.gfile.makedirs(folder + "/a/b")
    ...     tf.io.gfile.listdir(folder), tf.io.gfile.isdir(folder + "/a/b")
    (['a'], True)
    """
    folder = Path(local(path))
    if folder.exists() and not folder.is_dir():
        raise errors.FailedPreconditionError(None, None, f"{folder} is not a directory")
    with system_errors(path):
        folder.mkdir(parents=True, exist_ok=True)


def remove(path: PathLike) -> None:
    """Remove a file; `NotFoundError` without it, `FailedPreconditionError` for a folder."""
    file = Path(local(path))
    if isdir(path) and not file.is_symlink():
        raise errors.FailedPreconditionError(None, None, f"{file}; Is a directory")
    with system_errors(path):
        file.unlink()


def rmtree(path: PathLike) -> None:
    """Remove a folder with all that is in it, or a file; `NotFoundError` if there is nothing."""
    target = Path(local(path))
    if not target.exists() and not target.is_symlink():
        raise errors.NotFoundError(None, None, f"{target} not found")
    if target.is_dir() and not target.is_symlink():
        with system_errors(path):
            shutil.rmtree(target)
    else:
        remove(path)


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copy a file; `AlreadyExistsError` if `dst` exists, unless `overwrite`."""
    _require_free(dst, overwrite)
    with system_errors(src):
        shutil.copyfile(local(src), local(dst))


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Rename a file or a folder; `AlreadyExistsError` if `dst` exists, unless `overwrite`."""
    _require_free(dst, overwrite)
    with system_errors(src):
        Path(local(src)).replace(local(dst))


def _require_free(path: str, overwrite: bool) -> None:
    if not overwrite and exists(path):
        raise errors.AlreadyExistsError(None, None, "file already exists")


def stat(path: PathLike) -> FileStatistics:
    """Size and time of a file; `NotFoundError` without it."""
    with system_errors(path):
        return FileStatistics(Path(local(path)).stat())


def walk(
    top: Any, topdown: bool = True, onerror: Any = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """A folder, and the names of folders and files that it lists; then each folder in it.

    Without `topdown` a folder comes after those in it. A name that is no folder gives nothing.
    """
    return os.walk(local(top), topdown, onerror)


def join(path: Any, *paths: Any) -> Any:
    """Parts of a path with a separator between them.

    >>> import gradtape as tf
    >>> tf.io.gfile.join("a", "b", "c.txt")
    'a/b/c.txt'
    """
    return os.path.join(path, *paths)  # noqa: PTH118  bytes stay bytes


def get_registered_schemes() -> list[str]:
    """The kinds of paths that can be used: those of the file system."""
    return ["", "file"]
