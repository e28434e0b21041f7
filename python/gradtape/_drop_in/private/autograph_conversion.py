"""`tensorflow.python.autograph.pyct` and its like: programs that rewrite programs for graphs.

They may be imported, for libraries do so without using them; what is in them says that it is not
here as soon as it is called, or a class made of it is.
"""

from __future__ import annotations

from typing import Any, NoReturn


class LeftOut:
    """A name of such a module."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _refuse(self) -> NoReturn:
        raise NotImplementedError(
            f"{self._name} rewrites Python functions for graphs, which gradtape does not have: "
            "functions run as they are written. Use tf.function or the function itself."
        )

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse()

    def __getattr__(self, name: str) -> LeftOut:
        if name.startswith("__"):
            raise AttributeError(name)
        return LeftOut(f"{self._name}.{name}")

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        refuse = self._refuse
        return (type(self._name, (), {"__init__": lambda self, *args, **kwargs: refuse()}),)


def __getattr__(name: str) -> LeftOut:
    if name.startswith("__"):
        raise AttributeError(name)
    return LeftOut(name)
