"""Vocabularies that `.keras` files hold as texts, as Keras writes what `adapt` has learned.

The text of a layer is `assets/<path>/vocabulary.txt`, whose path goes along attributes and lists of
layers as that of its weights does (`hdf5_weights.py`). Networks get vocabularies before they are
made, since widths of outputs follow from them; layers that a model of a class of its own makes get
them afterwards.
"""

from __future__ import annotations

import collections
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any

from .. import hdf5_weights
from ..naming import snake_case

_LEARNING = ("StringLookup", "IntegerLookup", "TextVectorization")
_INNER = ("", "_lookup_layer/")  # where the one of a `TextVectorization` may lie


class Vocabularies:
    """The tokens in a file, and their weights, by the paths of layers."""

    def __init__(self, archive: zipfile.ZipFile, path: str) -> None:
        self._archive, self._path = archive, path
        self._names = {name for name in archive.namelist() if name.startswith("assets/")}

    def __bool__(self) -> bool:
        return bool(self._names)

    def of(self, place: str, mode: str | None) -> tuple[list[str], Any] | None:
        """Tokens and weights of the layer at a path, None where the file has none for it."""
        for inner in _INNER:
            name = f"assets/{place}/{inner}vocabulary.txt"
            if name in self._names:
                tokens = self._archive.read(name).decode("utf-8").splitlines()
                while tokens and not tokens[-1]:
                    tokens.pop()
                return tokens, self._weights(f"{place}/{inner}") if mode == "tf_idf" else None
        return None

    def _weights(self, place: str) -> Any:
        return hdf5_weights.array(self._path, f"{place}vars/idf_weights")

    def put_into(self, entry: Any, place: str = "") -> Any:
        """A layer's configuration, or a network's, with the vocabularies of the file."""
        config = entry.get("config") if isinstance(entry, Mapping) else None
        if not isinstance(config, Mapping):
            return entry
        if entry.get("class_name") in _LEARNING and config.get("vocabulary") is None:
            found = self.of(place, config.get("output_mode"))
            tokens = {} if found is None else {"vocabulary": found[0], "idf_weights": found[1]}
            return {**entry, "config": {**config, **tokens}}
        if isinstance(config.get("layers"), list):
            layers = [self.put_into(*pair) for pair in _numbered(config["layers"], place)]
            return {**entry, "config": {**config, "layers": layers}}
        return entry

    def give_to(self, model: Any) -> None:
        """Set what layers of a model have not been given, or have not learned."""
        if not hasattr(model, "layers"):
            return
        for place, layer in hdf5_weights.layers_by_path(model).items():
            lacks = type(layer).__name__ in _LEARNING and not layer.has_vocabulary
            found = self.of(place, layer.output_mode) if lacks else None
            if found is not None:
                layer.set_vocabulary(*found)


def _numbered(entries: list[Any], place: str) -> Iterator[tuple[Any, str]]:
    """Layers of a list with their paths: by the class, and how many of it came before."""
    counts: collections.Counter[str] = collections.Counter()
    for entry in entries:
        name = snake_case(entry.get("class_name") or "")
        numbered = f"{name}_{counts[name]}" if counts[name] else name
        counts[name] += 1
        yield entry, f"{place}/layers/{numbered}".lstrip("/")
