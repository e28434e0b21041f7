"""Figures that a program left open, as files: one for light pages, one for dark ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
from matplotlib.collections import PathCollection
from matplotlib.colors import ListedColormap, to_hex
from matplotlib.contour import ContourSet

DARK, PALE = "#131416", "#cfd0d0"  # the page's and the text's colour in Furo's dark pages
# Points and lines: the dark end of viridis cannot be seen on a dark page.
BRIGHT = ListedColormap(mpl.colormaps["viridis"].colors[90:], "bright viridis")
STYLE = {
    "figure.figsize": (5.6, 3.6),
    "figure.constrained_layout.use": True,
    "savefig.dpi": 110,
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def prepare() -> None:
    """A style for all pictures, whatever a program before has set; no figure is open."""
    plt.close("all")
    mpl.rcdefaults()
    mpl.use("agg")
    mpl.rcParams.update(STYLE)


def save_open_figures(folder: Path, stem: str) -> list[str]:
    """Saves every open figure as `<name>-light.png` and `<name>-dark.png`; the names."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for count, number in enumerate(plt.get_fignums()):
        figure = plt.figure(number)
        name = f"{stem}-{count}" if count else stem
        figure.savefig(folder / f"{name}-light.png")
        darken(figure)
        figure.savefig(folder / f"{name}-dark.png", facecolor=figure.get_facecolor())
        names.append(name)
    plt.close("all")
    return names


def darken(figure: Any) -> None:
    """Exchanges black and white wherever a colour was not chosen by the program."""
    for artist in figure.findobj():
        if isinstance(artist, (PathCollection, ContourSet)) and artist.get_cmap().name == "viridis":
            artist.set_cmap(BRIGHT)
        for kind in ("color", "facecolor", "edgecolor", "markeredgecolor"):
            get = getattr(artist, f"get_{kind}", None)
            if get is not None and (colour := exchanged(get())):
                getattr(artist, f"set_{kind}")(colour)


def exchanged(colour: Any) -> str | None:
    """The dark page's colour for black or white; None for every other."""
    try:
        opaque = len(colour) != 4 or isinstance(colour, str) or colour[3] > 0
        name = to_hex(colour) if opaque else ""
    except (TypeError, ValueError):  # several colours at once, as collections have them
        return None
    return {"#000000": PALE, "#ffffff": DARK}.get(name)


def markdown(name: str, folder: str, alt: str) -> str:
    """Both pictures; the page shows the one that fits."""
    both = [f"![{alt}]({folder}/{name}-{kind}.png){{.only-{kind}}}" for kind in ("light", "dark")]
    return "\n".join(both)
