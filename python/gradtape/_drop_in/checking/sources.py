"""The programs below the paths of a command line: files, folders, and the cells of notebooks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SUFFIXES = (".py", ".ipynb")
_OTHERS_CODE = ("site-packages", "node_modules", "__pycache__")
_CELLS_OF_PYTHON = ("%%time", "%%timeit", "%%capture", "%%prun", "%%python3")


class Source(NamedTuple):
    """A program's text, and where each of its lines stands."""

    path: Path
    text: str
    places: list[str] | None = None  # of a notebook: "cell 3, line 5" for each line

    def place(self, line: int) -> str:
        """How a report names a line."""
        if self.places is None:
            return f"{self.path}:{line}"
        return f"{self.path}, {self.places[line - 1]}"


def find_sources(paths: list[str]) -> Iterator[Source]:
    """The programs at the paths and below them; `OSError` or `ValueError` if one cannot be read."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from map(read_source, _programs_in(path))
        else:
            yield read_source(path)


def read_source(path: Path) -> Source:
    """One program; a notebook's cells follow one another, what is not Python in them left out."""
    data = path.read_bytes()
    if path.suffix != ".ipynb":
        return Source(path, _decoded(data))
    lines: list[str] = []
    places: list[str] = []
    for number, cell in enumerate(_code_cells(json.loads(data)), start=1):
        for row, line in enumerate(_python_lines(cell), start=1):
            lines.append(line)
            places.append(f"cell {number}, line {row}")
    return Source(path, "\n".join(lines), places)


def _programs_in(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if any(part.startswith(".") or part in _OTHERS_CODE for part in parts):
            continue
        if path.suffix in _SUFFIXES and path.is_file():
            yield path


def _decoded(data: bytes) -> str:
    """The text, in the encoding that its first lines declare."""
    import io
    import tokenize

    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data.decode(encoding)


def _code_cells(notebook: object) -> Iterator[str]:
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise ValueError("it is no notebook of format 4: it has no list of cells")
    for cell in cells:
        source = cell.get("source", "") if isinstance(cell, dict) else ""
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            yield source if isinstance(source, str) else "".join(source)


def _python_lines(cell: str) -> list[str]:
    """The cell's lines, those for the shell and for the notebook itself replaced by `pass`."""
    lines = cell.splitlines()
    if lines and lines[0].startswith("%%") and not lines[0].startswith(_CELLS_OF_PYTHON):
        return ["pass"] * len(lines)
    kept = []
    goes_on = False
    for line in lines:
        bare = line.lstrip()
        is_command = goes_on or bare.startswith(("%", "!", "?"))
        if is_command:
            kept.append("" if goes_on else f"{line[: len(line) - len(bare)]}pass")
        else:
            kept.append(line.rstrip("?"))
        goes_on = is_command and line.endswith("\\")
    return kept
