"""Recipes: programs of cells, which become a page with output and picture, and a notebook.

A recipe is a Python file in the format that Jupytext calls percent: `# %% [markdown]` begins a cell
of text, `# %%` one of code. The first cell has the title and, as its first sentence, what the
gallery says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat

import pictures
from notebooks import notebook, summary, title
from page_programs import printed_by
from pages import FIGURES, fresh, write
from places import RECIPES, STAGE


def recipes() -> list[Path]:
    """The files, in the order of their titles."""
    return sorted(RECIPES.glob("*.py"), key=lambda path: title(notebook(path)))


def stage_recipes() -> int:
    """Writes a page and a notebook for every recipe, and the page of all; how many there are."""
    entries = [stage(path) for path in recipes()]
    head = (RECIPES / "index.md").read_text()
    write("recipes/index.md", head + "\n\n" + "{.gallery}\n" + "\n".join(entries) + hidden_tree())
    return len(entries)


def hidden_tree() -> str:
    """What tells Sphinx which pages belong here."""
    names = "\n".join(path.stem for path in recipes())
    return f"\n\n:::{{toctree}}\n:hidden:\n\n{names}\n:::\n"


def stage(path: Path) -> str:
    """Runs a recipe, writes its page and its notebook; its entry in the gallery."""
    made = notebook(path)
    folder = STAGE / "_static" / "notebooks"
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(made, folder / f"{path.stem}.ipynb")
    text, shown = page(made, path.stem)
    notebook_link = f'<a href="../_static/notebooks/{path.stem}.ipynb" download>as a notebook</a>'
    source = f"The program is `docs/recipes/{path.name}`, and {notebook_link}."
    write(f"recipes/{path.stem}.md", f"{text}\n\n---\n\n{source}\n")
    picture = pictures.markdown(shown, f"../{FIGURES}", title(made)).replace("\n", "")
    return f"- {picture}[{title(made)}]({path.stem}.md). {summary(made)}"


def page(made: Any, stem: str) -> tuple[str, str]:
    """The cells with what they print and draw, and the name of the last picture."""
    names: dict[str, Any] = {"__name__": "__main__"}
    parts, figures = [], []
    fresh()
    for cell in made.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        if printed := printed_by(cell.source, 1, f"{stem}.py", names).rstrip():
            parts.append(f"```text\n{printed}\n```")
        for name in pictures.save_open_figures(STAGE / FIGURES, f"{stem}-{len(figures)}"):
            figures.append(name)
            parts.append(pictures.markdown(name, f"../{FIGURES}", title(made)))
    if not figures:
        raise SystemExit(f"the recipe {stem} draws no picture")
    return "\n\n".join(parts), figures[-1]
