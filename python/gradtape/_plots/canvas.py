"""Where pictures are drawn: the axes that the program gave, or new ones."""

from __future__ import annotations

from typing import Any

from .._extras import needed


def axes_for(axes: Any, function: str, **options: Any) -> Any:
    """`axes`, or the only axes of a new figure; `options` are those of `add_subplot`."""
    pyplot = needed("matplotlib.pyplot", "plots", f"gradtape.plots.{function}")
    if axes is not None:
        return axes
    figure = pyplot.figure(layout="constrained")
    return figure.add_subplot(**options)
