"""Names that programs import and seldom use, for what gradtape does not have."""

from __future__ import annotations

from typing import Any, NoReturn, Union


class LeftOut:
    """A name that may be imported and passed on; it says why it is not here when it is called.

    >>> from gradtape._drop_in.private.left_out import LeftOut
    >>> try:
    ...     LeftOut("rewind", "turns time back")()
    ... except NotImplementedError as error:
    ...     print(error)
    rewind turns time back
    """

    def __init__(self, name: str, reason: str) -> None:
        self._name = name
        self._reason = reason

    def _refuse(self) -> NoReturn:
        raise NotImplementedError(f"{self._name} {self._reason}")

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse()

    def __getattr__(self, name: str) -> LeftOut:
        if name.startswith("__"):
            raise AttributeError(name)
        return LeftOut(f"{self._name}.{name}", self._reason)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        refuse = self._refuse
        return (type(self._name, (), {"__init__": lambda self, *args, **kwargs: refuse()}),)

    def __instancecheck__(self, instance: Any) -> bool:
        return False  # there is none

    def __or__(self, other: Any) -> Any:
        return Union[self, other]  # noqa: UP007 - which would ask this method again

    def __ror__(self, other: Any) -> Any:
        return Union[other, self]  # noqa: UP007 - as above
