"""The masks of a cell's dropout, until a sequence begins: in eager code one for all steps that the
program takes itself, in a function one for each run of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .... import _core
from ...._runtime.drawn_seeds import running


class KeptMasks:
    """Lists of masks, by the function that runs; None stands for eager code."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[int, list[_core.Tensor]]] = {}

    def __reduce__(self) -> Any:
        """A copy of the cell draws its own."""
        return KeptMasks, ()

    def clear(self) -> None:
        """The next step draws anew."""
        self._kept.clear()

    def put(self, masks: list[_core.Tensor]) -> None:
        """Keep these for the run that is here."""
        trace = running()
        self._kept[trace] = 0 if trace is None else trace.run(), masks

    def get(
        self, draw: Callable[[], list[_core.Tensor]], fit: Callable[[list[_core.Tensor]], bool]
    ) -> list[_core.Tensor]:
        """Those of here that `fit`, drawn if there are none."""
        trace = running()
        run = 0 if trace is None else trace.run()
        kept = self._kept.get(trace)
        if kept is None or kept[0] != run or not fit(kept[1]):
            kept = self._kept[trace] = run, draw()
        return kept[1]
