"""Whole files as string tensors, and files by their pattern."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from .. import _core
from .arguments import flat_strings, one_string, strings
from .patterns import matching
from .system_errors import system_errors

if TYPE_CHECKING:
    from .._typing import PathLike, TensorLike


def read_file(filename: TensorLike | PathLike, name: str | None = None) -> _core.Tensor:
    """The bytes of a file as a scalar string.

    `NotFoundError` without the file, `FailedPreconditionError` for a folder.

    >>> import gradtape as tf, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "new", "a.txt")
    ...     tf.io.write_file(path, "hello")
    ...     tf.io.read_file(path).numpy()
    b'hello'
    """
    path = os.fsdecode(one_string(filename, "Input filename tensor"))
    with system_errors(path):
        return _core.constant(Path(path).read_bytes(), dtype=_core.string)


def write_file(filename: PathLike, contents: TensorLike, name: str | None = None) -> None:
    """Write the bytes of a scalar string to a file, whose folder is made if need be.

    Where the operating system refuses, TensorFlow's error for that.
    """
    path = os.fsdecode(one_string(filename, "Input filename tensor"))
    data = one_string(contents, "Contents tensor")
    with system_errors(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)


def matching_files(pattern: TensorLike, name: str | None = None) -> _core.Tensor:
    """The files that match any of the patterns (`*`, `?`, `[abc]`), sorted, as a string vector.

    >>> import gradtape as tf
    >>> tf.io.matching_files("no/such/folder/*").shape
    TensorShape([0])
    """
    patterns = flat_strings(strings(pattern))
    found = {os.fsencode(path) for one in patterns for path in matching(os.fsdecode(one))}
    return _core.constant(sorted(found), dtype=_core.string, shape=[len(found)])
