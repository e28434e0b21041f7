"""The place in `sys.meta_path` from which Python gets stand-ins for TensorFlow's modules."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import spaces, which_keras
from .first_import import draw_as_rich_does
from .second_name import SecondName
from .stand_in import StandIn
from .version import VERSION

if TYPE_CHECKING:
    import importlib.metadata


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and loads the modules below some roots, such as `tensorflow`."""

    def __init__(self, *roots: str) -> None:
        self.roots = roots

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module's spec; an `ImportError` for what gradtape leaves out for a known reason."""
        if fullname.partition(".")[0] not in self.roots:
            return None
        real = which_keras.real_spec(fullname)
        if real is not None:
            return real
        space = spaces.find_space(fullname)
        if space is None:
            spaces.refuse(fullname)
            return None
        file = spaces.file_of(space)
        if file is not None:
            loader = SecondName(file.__name__)
            return importlib.machinery.ModuleSpec(fullname, loader, is_package=True)
        # Everywhere a package, so that Python asks here for what is imported from it. Its path is
        # empty, since nothing of it lies in files.
        origin = space.namespaces[0].__file__ if space.namespaces else None
        spec = importlib.machinery.ModuleSpec(fullname, self, origin=origin, is_package=True)
        spec.has_location = origin is not None
        return spec

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        if spec.name in self.roots and which_keras.is_ours():
            draw_as_rich_does(spec.name)
        space = spaces.find_space(spec.name)
        namespaces = space.namespaces if space is not None else ()
        return StandIn(spec.name, namespaces[0].__doc__ if namespaces else None)

    def exec_module(self, module: ModuleType) -> None:
        assert isinstance(module, StandIn)
        module.forget()

    def find_distributions(self, context: Any = None) -> Iterator[importlib.metadata.Distribution]:
        """For `importlib.metadata.version("tensorflow")`: the version whose interface is kept."""
        if "tensorflow" in self.roots and getattr(context, "name", None) == "tensorflow":
            yield _distribution()


class KerasFinder(Finder):
    """Finds and loads Keras's modules, unless the program is to have the real ones."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module's spec; None for the real Keras, which Python finds by itself then."""
        if fullname.partition(".")[0] == "keras" and not which_keras.is_ours():
            which_keras.prepare(fullname)
            return None
        which_keras.note_import(fullname)
        return super().find_spec(fullname, path, target)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = super().create_module(spec)
        if spec.name in self.roots:  # Keras brings it, and packages look there for it
            importlib.import_module("tensorflow")
        return module


def _distribution() -> importlib.metadata.Distribution:
    import importlib.metadata  # only for who asks: it is slow to import

    class TensorFlow(importlib.metadata.Distribution):
        def read_text(self, filename: str) -> str | None:
            header = f"Metadata-Version: 2.1\nName: tensorflow\nVersion: {VERSION}\n"
            return header if filename == "METADATA" else None

        def locate_file(self, path: Any) -> Any:
            raise FileNotFoundError(f"gradtape stands in for tensorflow, which has no file {path}")

    return TensorFlow()
