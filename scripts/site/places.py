"""Where things are: in the repository, among the pages that Sphinx reads, in the site."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
RECIPES = DOCS / "recipes"
STAGE = ROOT / "target" / "site"  # the pages with outputs and pictures, as Sphinx reads them
SITE = ROOT / "site"

# Pages outside of docs/, by their place among the pages.
PROJECT = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
}
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:]+)(#[^)]*)?\)")


def staged_pages() -> dict[str, str]:
    """The place of every page in the repository, and among the pages."""
    found = {f"docs/{place}": place for place in pages_of_docs()}
    return found | PROJECT | {"docs/recipes": "recipes/index.md"}


def pages_of_docs() -> list[str]:
    """The pages below docs/, without those that are made."""
    return sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


def relink(text: str, origin: str) -> str:
    """The links of the page at `origin` for the place it has in the site.

    A link to a file that is no page of the site becomes its text; one to nothing is an error.
    """
    pages = staged_pages()
    depth = pages[origin].count("/")

    def changed(found: re.Match[str]) -> str:
        label, target, anchor = found[1], found[2], found[3] or ""
        place = pages.get(normal(PurePosixPath(origin).parent / target))
        place = place or made(target)
        if place is None and not (ROOT / origin).parent.joinpath(target).exists():
            raise SystemExit(f"{origin}: the link to {target} leads nowhere")
        return f"[{label}]({'../' * depth}{place}{anchor})" if place else label

    return LINK.sub(changed, text)


def made(target: str) -> str | None:
    """The page of a recipe, `recipes/name.py`, or of the reference; None for another file."""
    name = PurePosixPath(target)
    if name.parent.name == "api":
        return f"api/{name.name}"
    is_recipe = name.suffix == ".py" and (RECIPES / name.name).exists()
    return f"recipes/{name.stem}.md" if is_recipe and "recipes" in name.parts else None


def normal(path: PurePosixPath) -> str:
    """The path without `..`."""
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
