"""Draws the picture of README.md: three optimizers on their way down a function, docs/descent.png.

python scripts/readme_picture.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt

import gradtape as tf

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "descent.png"


def himmelblau(x: Any, y: Any) -> Any:
    """Four valleys of the same depth (Himmelblau, 1972)."""
    return (x**2 + y - 11.0) ** 2 + (x + y**2 - 7.0) ** 2


def main() -> None:
    keras = tf.keras.optimizers
    optimizers = {
        "SGD": keras.SGD(0.004),
        "with momentum": keras.SGD(0.004, 0.85),
        "Adam": keras.Adam(0.35),
    }
    window = {"x": (-5.2, 5.2), "y": (-4.6, 4.6)}
    figure, axes = plt.subplots(figsize=(5.4, 3.4), layout="constrained")
    levels = [2, 8, 20, 40, 70, 110, 150, 179, 220, 300, 450]
    start = (-0.4, -0.7)
    tf.plots.descent_paths(
        himmelblau, start, optimizers, steps=40, levels=levels, axes=axes, **window
    )
    axes.legend(loc="lower right")
    figure.savefig(PICTURE, dpi=100, facecolor="white")
    print(f"{PICTURE}: {PICTURE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
