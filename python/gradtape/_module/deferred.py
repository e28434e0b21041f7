"""Values that wait for their variable: how a checkpoint reaches what is made after `restore`.

An object that lacked something a checkpoint has keeps a note of it; `resume` looks again, and is
called whenever such an object may have gained a variable.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

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


def waits(holder: Any) -> bool:
    """Whether any value waits for what `holder` will have.

    >>> from gradtape._module import deferred
    >>> deferred.waits(object.__new__(type("Empty", (), {})))
    False
    """
    return _NOTE in vars(holder)


def is_awaited(holder: Any, name: str | None) -> bool:
    """Whether a value waits for the variable that `holder` will have by this name.

    >>> from gradtape._module import deferred
    >>> deferred.is_awaited(object.__new__(type("Empty", (), {})), "kernel")
    False
    """
    waiting = vars(holder).get(_NOTE, ())
    return any(restoration.has_value(place, name) for restoration, place in waiting)


class WaitingList(list[Any]):
    """A list that values wait for: what is put into it is restored."""

    def append(self, value: Any) -> None:
        super().append(value)
        resume(self)

    def extend(self, values: Any) -> None:
        super().extend(values)
        resume(self)

    def insert(self, index: SupportsIndex, value: Any) -> None:
        super().insert(index, value)
        resume(self)

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        resume(self)

    def __iadd__(self, values: Any) -> WaitingList:  # type: ignore[misc]
        self.extend(values)
        return self


class WaitingDict(dict[Any, Any]):
    """A dict that values wait for."""

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        resume(self)

    def update(self, *args: Any, **kwargs: Any) -> None:
        super().update(*args, **kwargs)
        resume(self)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        found = super().setdefault(key, default)
        resume(self)
        return found


def waiting_in(holder: Any, name: str) -> Any:
    """The list or dict in an attribute, from now on one that values can wait for; else None.

    >>> from gradtape._module import deferred
    >>> holder = type("Holder", (), {})()
    >>> holder.parts = []
    >>> deferred.waiting_in(holder, "parts") is holder.parts
    True
    """
    held = vars(holder).get(name) if hasattr(holder, "__dict__") else None
    if type(held) is list:
        vars(holder)[name] = WaitingList(held)
    elif type(held) is dict:
        vars(holder)[name] = WaitingDict(held)
    elif not isinstance(held, (WaitingList, WaitingDict)):
        return None
    return vars(holder)[name]
