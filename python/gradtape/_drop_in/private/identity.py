"""Sets and dicts that ask whether two things are the same, never whether they are equal."""

from __future__ import annotations

import collections.abc
import importlib
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from ..._keras.references import Reference


class ObjectIdentityDictionary(collections.abc.MutableMapping[Any, Any]):
    """A dict whose keys are objects, whether or not they can be hashed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._storage: dict[Reference, Any] = {}
        self.update(dict(*args, **kwargs))

    def __getitem__(self, key: Any) -> Any:
        return self._storage[Reference(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._storage[Reference(key)] = value

    def __delitem__(self, key: Any) -> None:
        del self._storage[Reference(key)]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return (key.unwrapped for key in self._storage)


class ObjectIdentitySet(collections.abc.MutableSet[Any]):
    """A set of objects, whether or not they can be hashed.

    >>> from gradtape._drop_in.private.identity import ObjectIdentitySet
    >>> first = [1]
    >>> first in ObjectIdentitySet([first]), [1] in ObjectIdentitySet([first])
    (True, False)
    """

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._storage = {Reference(item): None for item in items}

    def __contains__(self, item: object) -> bool:
        return Reference(item) in self._storage

    def __iter__(self) -> Iterator[Any]:
        return (key.unwrapped for key in self._storage)

    def __len__(self) -> int:
        return len(self._storage)

    def add(self, value: Any) -> None:
        """Put an object in."""
        self._storage[Reference(value)] = None

    def discard(self, value: Any) -> None:
        """Take an object out, if it is there."""
        self._storage.pop(Reference(value), None)

    def update(self, items: Iterable[Any]) -> None:
        """Put several objects in."""
        for item in items:
            self.add(item)


ObjectIdentityWeakSet = ObjectIdentitySet
ObjectIdentityWeakKeyDictionary = ObjectIdentityDictionary


class LazyLoader(ModuleType):
    """A module that is imported when it is first used."""

    def __init__(self, local_name: str, parent_module_globals: Any, name: str) -> None:
        super().__init__(name)
        self._local_name, self._globals = local_name, parent_module_globals

    def __getattr__(self, item: str) -> Any:
        loaded = importlib.import_module(self.__name__)
        self._globals[self._local_name] = loaded
        return getattr(loaded, item)
