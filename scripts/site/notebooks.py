"""Recipes as notebooks: the cells of a program in the format that Jupytext calls percent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jupytext
import nbformat

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def notebook(path: Path) -> Any:
    """The recipe as a notebook."""
    made = jupytext.reads(path.read_text(), fmt="py:percent")
    made.metadata = {"kernelspec": KERNEL}
    for number, cell in enumerate(made.cells):
        cell["id"] = f"cell-{number}"  # the same in every build
        cell["metadata"] = {}
    nbformat.validate(made)
    return made


def title(made: Any) -> str:
    """The heading of the first cell."""
    return made.cells[0].source.splitlines()[0].removeprefix("# ")


def summary(made: Any) -> str:
    """The first sentence below the title."""
    text = " ".join(made.cells[0].source.split("\n\n")[1].split())
    return re.split(r"(?<=[.]) ", text)[0]
