"""`.keras` files, the writing side: a model's configuration and weights.

With h5py it is Keras's (`keras_writing.py`), else a file of tensors (see `tensor_file`) with the
configuration as JSON in its metadata.
Each kind of model says its own configuration (`Layer._saved_form`); `loading.py` reads them all.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ..._checkpoint import tensor_file
from ..._checkpoint.replacing import replacing
from ..._runtime.manners import show_keras_2
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .. import hdf5_writing, weights_file
from ..encoding import encoded
from ..symbolic import KerasTensor
from . import open_files, own_state, revived
from .keras_forms import described

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..._typing import PathLike

CONFIG = "model_config"
COMPILED = "compile_config"
# Formats that Keras 2 may be told, and whether they are that of `.h5` files.
_FORMATS = {
    "h5": True,
    "hdf5": True,
    **dict.fromkeys(("tf", "tensorflow", "keras", "keras_v3"), False),
}
MODEL_FILE = "model.keras"  # in a folder, where a path has no suffix: Keras 2's manner


class Folders:
    """Folders with a model's file in them."""

    # What reads them; `loading.py` puts it here.
    read: Callable[[PathLike], Any]


def save_model(
    model: Any,
    filepath: PathLike | bytes | IO[bytes],
    overwrite: bool = True,
    include_optimizer: bool = True,
    save_format: str | None = None,
    **ignored: Any,
) -> None:
    """Write a model's configuration, weights, and the optimizer's state, as `Model.save` does.

    To a path, or to an open binary file. In Keras 2 `save_format` may be "h5" whatever the path.
    `ValueError` for what cannot be stored.
    """
    if open_files.is_open(filepath):
        with open_files.to_fill(filepath) as path:
            save_model(model, path, overwrite, include_optimizer, save_format)
        return
    path = os.fsdecode(filepath)  # type: ignore[arg-type]
    if not path.endswith((".keras", ".h5", ".hdf5")):
        show_keras_2()
    is_older = path.endswith((".h5", ".hdf5")) or _is_older_format(save_format)
    if not (is_older or Path(path).suffix):
        path = _in_folder(Path(path))
        if is_keras_2_asked_for():
            revived.write(model, Path(path).parent)
    if not overwrite and Path(path).exists():
        raise FileExistsError(f"{path} exists; pass overwrite=True to replace it")
    if hdf5_writing.is_possible():
        from . import keras_writing  # at call time: it needs what needs this module

        fill = keras_writing.older_file if is_older else keras_writing.archive
        with replacing(path) as file:
            fill(model, include_optimizer, file)
        return
    texts = {CONFIG: json.dumps(model._saved_form())}
    compiled = model.get_compile_config()
    tensors = {**weights_file.named_weights(model), **own_state.tensors_of(model)}
    if compiled is not None:
        texts[COMPILED] = json.dumps(compiled, default=described)
        if include_optimizer:
            tensors.update(weights_file.named_state(model.optimizer))
    tensor_file.write(path, tensors, texts)


def _is_older_format(name: str | None) -> bool:
    """Whether it is that of `.h5` files; `ValueError` for what Keras 2 does not know."""
    if name is None or not is_keras_2_asked_for():
        return False
    if name not in _FORMATS:
        raise ValueError(f"Unknown `save_format`: {name}. Expected one of {sorted(_FORMATS)}.")
    return _FORMATS[name]


def _in_folder(folder: Path) -> str:
    """The file in a folder, which is one of a saved model too."""
    from ..._saved_model.saving import mark  # at call time: only such folders need it

    folder.mkdir(parents=True, exist_ok=True)
    mark(folder, Folders.read)
    return str(folder / MODEL_FILE)


def network_config(model: Any) -> dict[str, Any]:
    """The calls of the network of a model, with layers and tensors by their numbers."""
    network, layers = model._network_of_layers, model._layers_of_network
    nodes = [tensor.node for tensor in nest.flatten(network.inputs)] + list(network.nodes)
    number = {node.number: index for index, node in enumerate(nodes)}
    places = {id(layer): index for index, layer in enumerate(layers)}

    def place(leaf: Any) -> Any:
        outputs = [id(output) for output in nest.flatten(leaf.node.outputs)]
        return {"__node__": number[leaf.node.number], "__output__": outputs.index(id(leaf))}

    def coded(value: Any) -> Any:
        return encoded(value, place, lambda item: isinstance(item, KerasTensor))

    return {
        "kind": "functional",
        "class_name": type(model).__name__ if model._is_network() else "Functional",
        "name": model.name,
        **({} if model._trainable else {"trainable": False}),
        "layers": [layer._saved_form() for layer in layers],
        "nodes": [
            {
                "layer": places[id(node.layer)],
                "call": coded([list(node.args), node.kwargs]),
            }
            for node in network.nodes
        ],
        "entries": [tensor.node.layer.name for tensor in nest.flatten(network.inputs)],
        "inputs": coded(network.inputs),
        "outputs": coded(network.outputs),
    }
