"""What must hold in the finished site: links and pictures lead somewhere, nothing is loaded from
elsewhere, and the search knows the names."""

from __future__ import annotations

import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

SEARCHED = [
    *("tf.GradientTape", "tf.reduce_sum", "tf.math.reduce_sum", "tf.keras.layers.Dense"),
    *("tf.nn.softmax_cross_entropy_with_logits", "tf.data.Dataset", "tf.custom_gradient"),
    *("tf.raw_ops.AddV2", "tf.keras.losses.SparseCategoricalCrossentropy", "tf.plots.loss_surface"),
]
LEAST_NAMES = 1000


class Page(HTMLParser):
    """The anchors of a page, what it links to and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.update(filter(None, [given.get("id"), given.get("name")]))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if "src" in given:
            self.loads.append(given["src"])
        if tag == "link" and {"stylesheet", "icon", "preload"} & set(given.get("rel", "").split()):
            self.loads.append(given["href"])


@cache
def parsed(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text())
    return page


def problems(site: Path) -> list[str]:
    """What is wrong with the site, a line each."""
    found = []
    for path in sorted(site.rglob("*.html")):
        page = parsed(path)
        name = path.relative_to(site)
        found += [f"{name}: {link} leads nowhere" for link in page.links if not leads(link, path)]
        found += [
            f"{name}: {load} is not in the site" for load in page.loads if not here(load, path)
        ]
    return found + unsearchable(site)


def leads(link: str, page: Path) -> bool:
    """Whether a link within the site leads to a file and an anchor that are there."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return parts.scheme in ("https", "mailto")
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_file():
        return False
    anchor = unquote(parts.fragment)
    return not anchor or target.suffix != ".html" or anchor in parsed(target).anchors


def here(load: str, page: Path) -> bool:
    """Whether what a page loads is a file of the site, or in the page itself."""
    parts = urlsplit(load)
    if parts.scheme or parts.netloc:
        return parts.scheme == "data"
    return (page.parent / unquote(parts.path)).is_file()


def unsearchable(site: Path) -> list[str]:
    """Names that the search does not know."""
    text = (site / "searchindex.js").read_text()
    objects = json.loads(text.removeprefix("Search.setIndex(").rstrip().removesuffix(")"))[
        "objects"
    ]
    known = {f"{prefix}.{row[4]}".strip(".") for prefix, rows in objects.items() for row in rows}
    found = [f"the search does not know {name}" for name in SEARCHED if name not in known]
    if len(known) < LEAST_NAMES:
        found.append(f"the search knows {len(known)} names only")
    return found
