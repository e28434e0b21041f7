"""Values that wait for their variable: how a checkpoint reaches what is made after `restore`.

An object that lacked something a checkpoint has keeps a note of it; `resume` looks again, and is
called whenever such an object may have gained a variable.
"""

from __future__ import annotations

from typing import Any

_NOTE = "_waiting_restorations"


def wait(holder: Any, restoration: Any, place: int) -> None:
    """Remember that `restoration` has more for `holder`, its object number `place`."""
    if hasattr(holder, "__dict__"):
        vars(holder).setdefault(_NOTE, []).append((restoration, place))


def resume(holder: Any) -> None:
    """Restore what `holder` has gained; costs one look into its attributes when nothing waits.

    >>> from gradtape._module import deferred
    >>> deferred.resume(object.__new__(type("Empty", (), {})))
    """
    if _NOTE in vars(holder):
        for restoration, place in vars(holder).pop(_NOTE):
            restoration.continue_at(holder, place)
