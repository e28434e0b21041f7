"""Folders and files that tests make, with what absl's have: `full_path`, `create_file`, ...

They are paths, so that they can be given to whatever takes one.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

_Path: Any = type(Path())  # Python before 3.12 has no other class to derive from


class _Made(_Path):  # type: ignore[misc]
    @property
    def full_path(self) -> str:
        """The path as a text."""
        return str(self)


class TempFile(_Made):
    """A file that a test made."""

    def open_text(
        self, mode: str = "rt", encoding: str = "utf8", errors: str = "strict"
    ) -> IO[Any]:
        """The file, opened for texts."""
        return Path(self).open(mode, encoding=encoding, errors=errors)

    def open_bytes(self, mode: str = "rb") -> IO[Any]:
        """The file, opened for bytes."""
        return Path(self).open(mode)


class TempDir(_Made):
    """A folder that a test made."""

    def create_file(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
    ) -> TempFile:
        """A new file in the folder."""
        path = TempFile(self / (file_path or "file"))
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode(encoding, errors) if isinstance(content, str) else content or b""
        path.write_bytes(data)
        return path

    def mkdir(self, dir_path: Any = None, *args: Any, **kwargs: Any) -> Any:
        """A new folder in the folder; the folder itself, with a path's own arguments."""
        if not isinstance(dir_path, str):
            return super().mkdir(*([] if dir_path is None else [dir_path]), *args, **kwargs)
        made = TempDir(self / dir_path)
        Path(made).mkdir(parents=True, exist_ok=True)
        return made
