"""What the first import of TensorFlow does to Python's own random numbers.

Keras seeds its layers from the module `random`, and comes with Rich, which takes a number from
there while it is imported. A program that seeds `random` first, as notebooks do at their top, gets
TensorFlow's initial weights only if that number is taken here as well.
"""

from __future__ import annotations

import functools
import sys

_BITS = 24  # of the number from which Rich counts its styles


@functools.cache
def draw_as_rich_does() -> None:
    """Takes the number, once, if the program has `random` and Rich has not taken it already."""
    random = sys.modules.get("random")
    if random is not None and "rich.style" not in sys.modules:
        random.getrandbits(_BITS)
