"""Why variables have no gradient, for who has no tape at hand: optimizers, when they warn.

The tape is looked for in the running frames, where a training step keeps it. Nothing is raised: a
warning that cannot be explained stays as it is.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from .. import _core
from .explaining import Explainer
from .recordings import Recording

_MOST = 3  # variables that are explained
_DEEP = 40  # frames that are looked through


def reasons(variables: list[Any]) -> str:
    """A sentence for each of the first variables, or nothing."""
    tape, frame = _tape()
    if tape is None:
        return ""
    recording = Recording.of(tape)
    asked = recording.facts["asked"]
    if not asked:
        return ""
    explainer = Explainer(tape, recording, frame, variables)
    found = [explainer.explain_number(asked[0], variable) for variable in variables[:_MOST]]
    texts = dict.fromkeys(one.text for one in found if not one.connected)
    return "".join(f"\n  {text}" for text in texts)


def _tape() -> tuple[Any, Any]:
    frame: FrameType | None = sys._getframe(1)
    for _ in range(_DEEP):
        if frame is None:
            break
        for value in list(frame.f_locals.values()):
            if isinstance(value, _core.GradientTape) and value._evidence()["asked"]:
                return value, frame
        frame = frame.f_back
    return None, None
