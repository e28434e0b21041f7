"""Programs of several files: what one of them imports from another."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from . import existence
from .reading import Names, Use, read
from .sources import Source


class Programs:
    """The sources that are read together, and what is found in each."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = list(sources)
        self._by_path = {source.path: source for source in self.sources}
        self._uses: dict[Path, list[Use]] = {}
        self._variables: dict[Path, Names] = {}

    def uses(self, source: Source) -> list[Use]:
        """The names that one of the sources uses. Errors: `SyntaxError`."""
        path = source.path
        if path not in self._uses:
            # Before it is read, for modules that import each other.
            variables = self._variables[path] = {}
            self._uses[path] = read(source.text, _Surroundings(self, path), variables)
        return self._uses[path]

    def variables_of(self, path: Path) -> Names | None:
        """What the variables of a file stand for, None if it is not among the sources."""
        source = self._by_path.get(path)
        if source is None:
            return None
        if path not in self._variables:
            with contextlib.suppress(SyntaxError):  # which is told where that file itself is read
                self.uses(source)
        return self._variables[path]


class _Surroundings:
    """Imports as one of the files sees them."""

    def __init__(self, programs: Programs, path: Path) -> None:
        self._programs, self._path = programs, path

    def is_root(self, name: str) -> bool:
        return existence.is_root(name)

    def exported(self, module: str) -> Iterable[str]:
        return existence.exported(module)

    def neighbour(self, module: str, level: int) -> Names:
        """A relative import looks in one folder, another in this file's and those above it."""
        folders = [self._path.parent, *self._path.parent.parents]
        parts = module.split(".") if module else []
        for folder in folders[level - 1 : level] if level else folders:
            place = folder.joinpath(*parts)
            for path in (place.with_suffix(".py"), place / "__init__.py"):
                found = self._programs.variables_of(path) if place.name else None
                if found is not None:
                    return found
        return {}
