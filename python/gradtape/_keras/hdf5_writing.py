"""HDF5 files as Keras writes them: `.weights.h5` of Keras 3, `.h5` of Keras 2.

`hdf5_weights.py` describes both layouts and reads them; the paths of the newer one are those of
`saved_parts.py`. Invariant: what is returned are the bytes of a whole file.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from .._runtime.versions import is_keras_2_asked_for
from .base_layer.own_state import overrides
from .hdf5_weights import TOP_LEVEL
from .optimizers.legacy import Legacy
from .optimizers.optimizer import Optimizer
from .optimizers.state import arrays_of
from .saved_parts import by_use, own_weights, parts_of
from .weight import name_in_files

_MOST = 64512  # bytes of one attribute: the header of an object has no room for more
_BLOCK = 1 << 16

VERSIONS = {False: "3.15.1", True: "2.21.0"}  # of the Keras whose layout it is, by whether it is 2


def is_possible() -> bool:
    """Whether `h5py` is installed; without it files are of this package's own format."""
    return importlib.util.find_spec("h5py") is not None


class Written:
    """The bytes of a file, once the block ends."""

    data = b""


@contextmanager
def _new_file(size: int) -> Iterator[tuple[Any, Written]]:
    """A file in memory, and where its bytes will be."""
    import h5py  # the extra; `is_possible` says whether it is there

    written = Written()
    options = {"driver": "core", "backing_store": False, "block_size": max(size, _BLOCK)}
    with h5py.File("model.weights.h5", "w", **options) as file:
        yield file, written
        file.flush()
        written.data = file.id.get_file_image()


def _size_of(model: Any) -> int:
    return sum(weight.dtype.size * int(np.prod(weight.shape.as_list())) for weight in model.weights)


# --- The newer layout -----------------------------------------------------------------------------


def weights(model: Any, with_optimizer: bool = True, apart: set[int] | None = None) -> bytes:
    """A file with the weights of a model along its structure, and the state of its optimizer.

    Parts whose `id` stands `apart` are left out.
    """
    with _new_file(_size_of(model)) as (file, written):
        for path, part in parts_of(model, seen=set(apart or ())):
            if not isinstance(part, Optimizer) or (with_optimizer and _is_written(part)):
                _write_part(file, path, part)
    return written.data


def _is_written(optimizer: Optimizer) -> bool:
    """Whether an optimizer is part of such a file: Keras 2 leaves its legacy ones out."""
    return not (isinstance(optimizer, Legacy) and is_keras_2_asked_for())


def _write_part(file: Any, path: str, part: Any) -> None:
    group = file.create_group(f"{path}/vars".lstrip("/"))
    group.attrs["name"] = part.name
    if overrides(part, "save_own_variables"):
        store: dict[str, Any] = {}
        part.save_own_variables(store)
        for name, value in store.items():
            _put(group, name, np.asarray(value))
        return
    rate = not is_keras_2_asked_for()  # where it is part of the configuration alone
    own = arrays_of(part, rate) if isinstance(part, Optimizer) else _named(own_weights(part))
    for number, (_, value) in enumerate(own):
        _put(group, str(number), value)


def _put(group: Any, name: str, value: Any) -> None:
    data = group.create_dataset(name, data=value)
    if value.dtype.name == "bfloat16":
        data.attrs["dtype"] = "bfloat16"


# --- The older layout -----------------------------------------------------------------------------


def older_weights(model: Any) -> bytes:
    """A file with the weights of a model by the names of its layers, in order."""
    with _new_file(_size_of(model)) as (file, written):
        _write_layers(file, model)
    return written.data


def older_model(model: Any, texts: dict[str, Any], optimizer: Any) -> bytes:
    """The same of a whole model, with its configurations, and the state of an optimizer or None."""
    with _new_file(_size_of(model)) as (file, written):
        for name, value in texts.items():
            file.attrs[name] = value if isinstance(value, str) else json.dumps(value).encode()
        _write_layers(file.create_group("model_weights"), model)
        rate = not is_keras_2_asked_for()
        state = [] if optimizer is None else arrays_of(optimizer, rate)
        if state:
            _write_named(file.create_group("optimizer_weights"), state)
    return written.data


def _write_layers(group: Any, model: Any) -> None:
    layers = model.layers
    _write_names(group, "layer_names", [layer.name for layer in layers])
    group.attrs["backend"] = "tensorflow"
    group.attrs["keras_version"] = VERSIONS[is_keras_2_asked_for()]
    for layer in sorted(layers, key=lambda layer: layer.name):  # no name's group in another's
        _write_named(group.create_group(layer.name), _named(by_use(layer)))
    _write_named(group.create_group(TOP_LEVEL), _named(own_weights(model)))


def _named(variables: list[Any]) -> list[tuple[str, Any]]:
    return [(name_in_files(variable), variable.numpy()) for variable in variables]


def _write_named(group: Any, pairs: list[tuple[str, Any]]) -> None:
    arrays: dict[str, Any] = {}
    for name, value in pairs:
        while name in arrays:  # two layers of one name in a model that is a layer
            name = f"{name}_"
        arrays[name] = value
    _write_names(group, "weight_names", list(arrays))
    for name, value in arrays.items():
        _put(group, name, value)


def _write_names(group: Any, key: str, names: list[str]) -> None:
    """Names in an attribute, or in several numbered ones if they are too long for one."""
    listed = [name.encode() for name in names]
    encoded = np.array(listed)
    if encoded.nbytes <= _MOST:
        group.attrs[key] = listed  # which is read as texts
        return
    for number, piece in enumerate(np.array_split(encoded, _count_of_pieces(encoded))):
        group.attrs[f"{key}{number}"] = piece


def _count_of_pieces(encoded: Any) -> int:
    """Into how few pieces of about one length names have to be cut."""
    count = -(-encoded.nbytes // _MOST)
    while -(-len(encoded) // count) * encoded.itemsize > _MOST and count < len(encoded):
        count += 1
    return int(count)
