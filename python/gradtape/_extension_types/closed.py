"""Classes whose values are complete once their constructor has returned, and then never change."""

from __future__ import annotations

from typing import Any

_BEGUN = "_constructor_runs"


class Completed(type):
    """Calls the constructor, converts and checks what it has set, and closes the value."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        value: Any = cls.__new__(cls)  # type: ignore[call-overload]
        vars(value)[_BEGUN] = True
        value.__init__(*args, **kwargs)
        value._finish()
        del vars(value)[_BEGUN]
        return value


class Closed(metaclass=Completed):
    """Attributes are set by the constructor alone."""

    _KIND = "ExtensionType"

    def __setattr__(self, name: str, value: Any) -> None:
        self._require_open(name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._require_open(name)
        object.__delattr__(self, name)

    def _require_open(self, name: str) -> None:
        if _BEGUN not in vars(self):
            raise AttributeError(
                f"Cannot mutate attribute `{name}` outside the custom constructor of {self._KIND}."
            )
