"""What the first import of TensorFlow does to Python's own random numbers.

Keras seeds its layers from the module `random`, and comes with Rich, which takes a number from
there while it is imported. A program that seeds `random` first, as notebooks do at their top, gets
TensorFlow's initial weights only if that number is taken here as well. TensorFlow with Keras 2 does
not import Keras 3.
"""

from __future__ import annotations

import functools
import sys

from .._runtime.versions import is_keras_2_asked_for

_BITS = 24  # of the number from which Rich counts its styles


def draw_as_rich_does(root: str) -> None:
    """Called when `root` is imported: takes the number, once, if that brings Keras 3."""
    if root == "keras" or not is_keras_2_asked_for():
        _draw()


@functools.cache
def _draw() -> None:
    """Takes the number if the program has `random` and Rich has not taken it already."""
    random = sys.modules.get("random")
    if random is not None and "rich.style" not in sys.modules:
        random.getrandbits(_BITS)
