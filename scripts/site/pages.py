"""Pages in Markdown as Sphinx reads them: every program run, every picture made."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

import gradtape as tf
import pictures
from page_programs import Program, programs, shown_by
from places import ROOT, STAGE, relink, staged_pages

HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
LONG = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIGURES = "_static/pictures"


def stage_pages() -> int:
    """Writes every page that is in the repository; how many programs ran."""
    pages = {origin: place for origin, place in staged_pages().items() if origin.endswith(".md")}
    ran = 0
    for origin, place in pages.items():
        text = (ROOT / origin).read_text()
        text, count = with_results(text, origin, place)
        ran += count
        write(place, relink(with_every_page(text) if place == "index.md" else text, origin))
    return ran


def with_every_page(text: str) -> str:
    """The first page, whose last list gets the pages that it does not name itself."""
    named = set(text.split())
    names = [place.removesuffix(".md") for place in staged_pages().values()]
    missing = [name for name in names if name not in named and name != "index"]
    return text.replace("\napi/index\n", "\n".join(["", "api/index", *missing, ""]))


def write(place: str, text: str) -> None:
    """Writes a page to its place among the pages."""
    path = STAGE / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def with_results(text: str, origin: str, place: str) -> tuple[str, int]:
    """The page with the pictures of its programs, and the number of these."""
    found = list(programs(text))
    names: dict[str, Any] = {"__name__": "__main__"}
    added = []
    fresh()
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number, program in enumerate(found):
                results = check(program, origin, names)
                stem = f"{place.removesuffix('.md').replace('/', '-')}-{number}"
                results += drawn(stem, place, heading(text, program.end))
                added.append((program.end, results))
        finally:
            os.chdir(before)
    for end, markdown in reversed(added):
        text = text[:end] + markdown + text[end:]
    return LONG.sub(wrapped, text), len(found)


def wrapped(found: re.Match[str]) -> str:
    """A block of output with long lines, which are broken where they are no columns."""
    lines = found[1].splitlines()
    is_prose = max(map(len, lines), default=0) > 84 and not any("  " in x.strip() for x in lines)
    return f"```{{code-block}} text\n:class: wrap\n\n{found[1]}```" if is_prose else found[0]


def fresh() -> None:
    """Layers are counted from one and random numbers begin anew, whatever ran before."""
    tf.keras.backend.clear_session()
    pictures.prepare()


def check(program: Program, origin: str, names: dict[str, Any]) -> str:
    """Runs a program; what it prints must be what the page promises, or is added to the page.

    A last value that notebooks would show as HTML, such as a tape, is added as well.
    """
    printed, value = shown_by(program.code, program.line, origin, names)
    if program.promised is not None and printed.rstrip() != program.promised.rstrip():
        raise SystemExit(
            f"{origin}, line {program.line}: the page is wrong; printed was\n{printed}"
        )
    added = ""
    if program.promised is None and printed.strip():
        added = f"\n\n```text\n{printed.rstrip()}\n```"
    if hasattr(type(value), "_repr_html_"):
        added += f"\n\n```{{raw}} html\n{value._repr_html_()}\n```"
    return added


def drawn(stem: str, place: str, about: str) -> str:
    """The pictures that a program left, as Markdown."""
    up = "../" * place.count("/")
    names = pictures.save_open_figures(STAGE / FIGURES, stem)
    return "".join(f"\n\n{pictures.markdown(n, up + FIGURES, about)}" for n in names)


def heading(text: str, end: int) -> str:
    """The last heading before `end`."""
    return HEADING.findall(re.sub(r"^```.*?^```$", "", text[:end], flags=re.M | re.S))[-1]
