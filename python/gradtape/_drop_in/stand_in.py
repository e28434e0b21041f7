"""The modules that a program gets for `import tensorflow` and everything below it.

A stand-in holds nothing of its own: an attribute is looked up in its space when it is first asked
for, and kept. So `tensorflow.keras.layers.Dense` is `gradtape.keras.layers.Dense`, while
`tensorflow.__version__` may differ from gradtape's.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from . import spaces

_SPECIAL = ("__all__", "__compiler_version__", "__git_version__", "__version__")
# Public modules that gradtape leaves out, and that packages take with all others by `*`.
_MODULES = ("applications",)


class StandIn(ModuleType):
    """A module of TensorFlow, answered by gradtape."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in _SPECIAL:
            if spaces.find_space(f"{self.__name__}.{name}") is not None:  # `tf.__internal__`
                return self._child(name)
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name)
        try:
            value = self._find(name)
        except AttributeError as error:  # its words are the reason, its traceback is not
            raise error.with_traceback(None) from None
        setattr(self, name, value)
        return value

    def _find(self, name: str) -> Any:
        space = spaces.find_space(self.__name__)
        assert space is not None  # or this module would not exist
        if name == "__all__":
            return sorted({*spaces.names_in(space), *filter(self._has_module, _MODULES)})
        child = f"{self.__name__}.{name}"
        if space.is_private and spaces.find_space(child, by_name=False) is not None:
            return self._child(name)  # before a name that is only spelled alike
        try:
            value = spaces.find_attribute(space, name)
        except AttributeError:
            if spaces.find_space(child) is None:
                raise
            return self._child(name)
        is_space = spaces.is_namespace(value) and spaces.find_space(child)
        return self._child(name) if is_space else value

    def _has_module(self, name: str) -> bool:
        return spaces.find_space(f"{self.__name__}.{name}", by_name=False) is not None

    def __reduce__(self) -> Any:
        return importlib.import_module, (self.__name__,)

    def _child(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.__name__}.{name}")

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self.__all__})

    def forget(self) -> None:
        """What was looked up is looked up again, as `importlib.reload` asks for."""
        for name in [name for name in vars(self) if not name.startswith("__") or name in _SPECIAL]:
            delattr(self, name)
