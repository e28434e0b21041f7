"""What the first import of TensorFlow does to Python's own random numbers.

Keras seeds its layers from the module `random`, and comes with Rich, which takes a number from
there while it is imported. A program that seeds `random` first, as notebooks do at their top, gets
TensorFlow's initial weights only if that number is taken here as well; and one that seeds it then,
only if Rich, should another library bring it later, takes none. TensorFlow with Keras 2 does not
import Keras 3.
"""

from __future__ import annotations

import functools
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from .._runtime.versions import is_keras_2_asked_for

_BITS = 24  # of the number from which Rich counts its styles
_TAKES_IT = "rich.style"


def draw_as_rich_does(root: str) -> None:
    """Called when `root` is imported: takes the number, once, if that brings Keras 3."""
    if root == "keras" or not is_keras_2_asked_for():
        _draw()


@functools.cache
def _draw() -> None:
    """Takes the number if the program has `random` and Rich has not taken it already."""
    if _TAKES_IT in sys.modules:
        return
    sys.meta_path.insert(0, _LaterRich())
    random = sys.modules.get("random")
    if random is not None:
        random.getrandbits(_BITS)


class _LaterRich(importlib.abc.MetaPathFinder):
    """Finds the module of Rich that takes the number, and has it put back; goes away then."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != _TAKES_IT:
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module
            spec.loader.exec_module = functools.partial(_leaving_random, run)  # type: ignore[method-assign]
        return spec


def _leaving_random(run: Callable[[ModuleType], None], module: ModuleType) -> None:
    import random

    state = random.getstate()
    run(module)
    random.setstate(state)
