"""The report of `python -m gradtape --check`, as text or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import NamedTuple

from . import existence
from .programs import Programs
from .reading import Use
from .sources import Source, find_sources

_OPTIONS = ("--json",)


class Missing(NamedTuple):
    """A name that a program uses and gradtape does not have."""

    place: str
    name: str
    instead: str


class Report:
    """What the programs use: every name, and the places of those that are missing."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.programs = Programs(sources)
        self.names: dict[str, bool] = {}
        self.missing: list[Missing] = []
        self.unreadable: list[str] = []
        for source in self.programs.sources:
            self._add(source)

    def _add(self, source: Source) -> None:
        try:
            uses = self.programs.uses(source)
        except SyntaxError as error:
            place = source.place(error.lineno) if error.lineno else str(source.path)
            self.unreadable.append(f"{place}: not Python 3: {error.msg}")
            return
        for use in uses:
            self._judge(source, use)

    def _judge(self, source: Source, use: Use) -> None:
        verdict = existence.judge(use.name)
        if verdict.is_there or not use.is_guarded:
            self.names[_as_written(use.name)] = verdict.is_there
        if not verdict.is_there and not use.is_guarded:
            place, name = source.place(use.line), _as_written(use.name)
            self.missing.append(Missing(place, name, verdict.instead))

    @property
    def share(self) -> float:
        """How many of the names are there, between 0 and 1."""
        return sum(self.names.values()) / len(self.names) if self.names else 1.0


def main(arguments: list[str]) -> int:
    """0 if every name is there, 1 if some are missing, 2 if something could not be read."""
    paths = [argument for argument in arguments if argument not in _OPTIONS]
    unknown = [path for path in paths if path.startswith("-")]
    if unknown or not paths:
        text = f"unknown option {unknown[0]}" if unknown else "nothing to read was named"
        print(f"python -m gradtape --check: {text}", file=sys.stderr)
        return 2
    try:
        report = Report(find_sources(paths))
    except (OSError, ValueError) as error:
        print(f"python -m gradtape --check: {error}", file=sys.stderr)
        return 2
    print(_as_json(report) if "--json" in arguments else _as_text(report))
    return 2 if report.unreadable else int(bool(report.missing))


def _as_text(report: Report) -> str:
    lines = [_line(missing) for missing in report.missing]
    absent = sum(not is_there for is_there in report.names.values())
    count = len(report.programs.sources)
    files = f"{count} file{'s' if count != 1 else ''}"
    lines.append(
        f"{files}: {len(report.names)} names of TensorFlow, {absent} of them missing; "
        f"{report.share:.1%} are there"
    )
    return "\n".join([*report.unreadable, *lines])


def _line(missing: Missing) -> str:
    return f"{missing.place}: {missing.name}" + (f": {missing.instead}" if missing.instead else "")


def _as_json(report: Report) -> str:
    content = {
        "files": len(report.programs.sources),
        "names": dict(sorted(report.names.items())),
        "missing": [missing._asdict() for missing in report.missing],
        "unreadable": report.unreadable,
        "share": report.share,
    }
    return json.dumps(content, indent=2)


def _as_written(name: str) -> str:
    """`tf.` for the module that programs call so."""
    root, dot, rest = name.partition(".")
    return f"tf{dot}{rest}" if root in ("tensorflow", "gradtape") else name
