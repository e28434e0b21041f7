"""What layers of a program's own save in their own way, as tensors of the model's file.

Names are `own/<place of the layer>/<key>` for `save_own_variables`, and `assets/<place>/<path>` for
the files of `save_assets`, whose bytes are the tensor.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ... import _core
from ..._checkpoint.tensor_file import Reader
from ..base_layer.own_state import overrides
from ..weights_file import ASSETS, OWN


def tensors_of(model: Any) -> dict[str, Any]:
    """The tensors for a model's file."""
    found: dict[str, Any] = {}
    for place, layer in enumerate(model._layers_and_self()):
        if overrides(layer, "save_own_variables"):
            store: dict[str, Any] = {}
            layer.save_own_variables(store)
            found.update(
                (f"{OWN}{place:04d}/{key}", _core.convert_to_tensor(value))
                for key, value in store.items()
            )
        if overrides(layer, "save_assets"):
            for name, content in files_of(layer):
                data = np.frombuffer(content, np.uint8)
                found[f"{ASSETS}{place:04d}/{name}"] = _core.convert_to_tensor(data)
    return found


def files_of(layer: Any) -> Iterator[tuple[str, bytes]]:
    """The files that a layer writes, by their paths below its folder."""
    with tempfile.TemporaryDirectory() as folder:
        layer.save_assets(folder)
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                yield path.relative_to(folder).as_posix(), path.read_bytes()


def restore(model: Any, reader: Reader) -> None:
    """Hand a file's tensors to the layers that saved them."""
    names = reader.names()
    for place, layer in enumerate(model._layers_and_self()):
        if overrides(layer, "load_own_variables"):
            own = f"{OWN}{place:04d}/"
            store = {n.removeprefix(own): reader.tensor(n).numpy() for n in names if own in n}
            if store:
                layer.load_own_variables(store)
        if overrides(layer, "load_assets"):
            _hand_files(layer, reader, f"{ASSETS}{place:04d}/")


def _hand_files(layer: Any, reader: Reader, prefix: str) -> None:
    names = [name for name in reader.names() if name.startswith(prefix)]
    files = {n.removeprefix(prefix): reader.tensor(n).numpy().tobytes() for n in names}
    hand_files(layer, files, reader.damaged)


def hand_files(layer: Any, files: dict[str, bytes], damaged: Callable[[str], Exception]) -> None:
    """Let a layer load these files by their paths, if there are any; `damaged` makes an error."""
    if not files:
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder, name)
            if ".." in path.parts or not path.is_relative_to(folder):
                raise damaged(f"{name!r} is no path of a file")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        layer.load_assets(folder)
