"""Weights in HDF5 files of Keras: `.weights.h5` and `.keras` of Keras 3 and 2, `.h5` of Keras 2.

The newer layout has a group for each layer along the attributes that hold it, and for those in a
list, as a model's `layers`, by their class and number; a layer's weights are numbered in `vars`.
The older one has layers by name, in order. Reading needs the extra `gradtape[keras-files]`.
Invariant: every weight that is assigned has the shape of its place; all are assigned, or none.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Set
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from .. import _core, errors
from .._extras import needed
from .._module.module import Module
from .base_layer.layer import Layer
from .base_layer.own_state import finalize, overrides
from .naming import snake_case
from .saved_parts import by_use, own_weights, parts_of

_HDF5 = b"\x89HDF\r\n\x1a\n"
_ZIP = b"PK\x03\x04"
_INSIDE = "model.weights.h5"
TOP_LEVEL = "top_level_model_weights"
_DIGITS = re.compile(r"(\d+)")
Pair = tuple[Any, Any, str]  # a variable, its dataset, and where that is


def is_hdf5(path: str) -> bool:
    """Whether a file holds weights of Keras."""
    if not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        return file.read(8).startswith((_HDF5, _ZIP))


def load(
    model: Any, path: str, skip_mismatch: bool, by_name: bool, apart: Set[int] = frozenset()
) -> None:
    """Assign what a file has to the weights of a model, but to parts whose `id` stands `apart`.

    `ValueError` if they do not fit, unless `skip_mismatch`; `DataLossError` for a damaged file.
    """
    h5py = needed("h5py", "keras-files", "loading weights that Keras wrote")
    try:
        with h5py.File(_opened(path), "r") as file:
            stores = _own_stores(model, file, apart)
            pairs = _matched(model, file, skip_mismatch, by_name, apart)
            values = [(variable, _value(data)) for variable, data, _ in pairs]
    except (OSError, KeyError, RuntimeError, zipfile.BadZipFile) as error:
        raise errors.DataLossError(None, None, f"{path} cannot be read: {error}") from error
    for variable, value in values:
        variable.assign(_core.cast(_core.convert_to_tensor(value), variable.dtype))
    for part, store in stores:
        part.load_own_variables(store)
    finalize(model)


def attributes(path: str, names: tuple[str, ...]) -> list[str | None]:
    """Texts that an HDF5 file has besides its data, None for those that it has not."""
    h5py = needed("h5py", "keras-files", "loading models that Keras wrote")
    try:
        with h5py.File(path, "r") as file:
            found = [file.attrs.get(name) for name in names]
    except (OSError, RuntimeError) as error:
        raise errors.DataLossError(None, None, f"{path} cannot be read: {error}") from error
    return [text.decode() if isinstance(text, bytes) else text for text in found]


def optimizer_state(path: str) -> tuple[list[str], list[Any]]:
    """The state of the optimizer in a file: names, empty in the newer layout, and arrays."""
    h5py = needed("h5py", "keras-files", "loading models that Keras wrote")
    with h5py.File(_opened(path), "r") as file:
        if "optimizer_weights" in file:
            group = file["optimizer_weights"]
            names = _names(group, "weight_names")
            return names, [group[name][()] for name in names]
        group = file.get("optimizer/vars", {})
        return [], [group[name][()] for name in sorted(group, key=int)]


def array(path: str, name: str) -> Any:
    """The array of this name in a file, None where it has none."""
    h5py = needed("h5py", "keras-files", "loading models that Keras wrote")
    with h5py.File(_opened(path), "r") as file:
        return file[name][()] if name in file else None


def layers_by_path(model: Any) -> dict[str, Any]:
    """The layers of a model by the paths that Keras 3 gives them in its files."""
    return dict(_layers_in(model, "", [id(model)], False))


def _value(data: Any) -> Any:
    """The array of a dataset, which says by an attribute that it has a type unknown to HDF5."""
    if data.attrs.get("dtype") == "bfloat16":
        halves = np.asarray(data[()]).view(np.uint16).astype(np.uint32)
        return (halves << 16).view(np.float32)
    return data[()]


def _own_stores(model: Any, file: Any, apart: Set[int]) -> list[tuple[Any, dict[str, Any]]]:
    """Layers that load in a way of their own, with what the newer layout has for them."""
    found = []
    for path, part in parts_of(model, seen=set(apart)):
        if overrides(part, "load_own_variables"):
            group = file.get(f"{path}/vars".lstrip("/"))
            if group is not None:
                found.append((part, {name: _value(data) for name, data in group.items()}))
    return found


def _opened(path: str) -> Any:
    if not zipfile.is_zipfile(path):
        return path
    with zipfile.ZipFile(path) as archive:
        return io.BytesIO(archive.read(_INSIDE))


def _matched(
    model: Any, file: Any, skip_mismatch: bool, by_name: bool, apart: Set[int]
) -> list[Pair]:
    old = file.get("model_weights", file)
    if _has_names(old, "layer_names"):
        found = list(_by_order(model, old, by_name, skip_mismatch))
    else:
        found = list(_by_structure(model, file, skip_mismatch, apart))
    fitting = []
    for variable, data, name in found:
        if tuple(variable.shape.as_list()) == data.shape:
            fitting.append((variable, data, name))
        elif not skip_mismatch:
            raise ValueError(
                f"The weight {variable.name} of shape {variable.shape} does not fit {name} of "
                f"shape {data.shape} in the file."
            )
    return fitting


def _paired(
    layer: Any, weights: list[Any], datasets: list[tuple[str, Any]], skip_mismatch: bool
) -> Iterator[Pair]:
    """The weights of a layer and the datasets for them, which are in the same order."""
    if len(weights) != len(datasets):
        if skip_mismatch:
            return
        names = [name for name, _ in datasets]
        raise ValueError(
            f"Layer {layer.name!r} has {len(weights)} weights, but the file has {len(datasets)} "
            f"for it: {names}. Build the model before loading weights, and use the same "
            "architecture."
        )
    for variable, (name, data) in zip(weights, datasets):
        yield variable, data, name


# --- The newer layout -----------------------------------------------------------------------------


def _by_structure(model: Any, file: Any, skip_mismatch: bool, apart: Set[int]) -> Iterator[Pair]:
    """Layers along attributes: as Keras 3 goes over them, or else as Keras 2 does."""
    exact = _by_parts(model, file, apart)
    if exact is not None:
        yield from exact
        return
    walks = [
        [one for one in _layers_in(model, "", [id(model)], first) if id(one[1]) not in apart]
        for first in (False, True)
    ]
    missing: list[str] = []
    for layers in walks:
        missing = [path for path, layer in layers if layer.weights and _group(file, path) is None]
        if not missing:
            break
    if missing and not skip_mismatch:
        raise ValueError(
            f"The file has no weights at {missing[0]!r} for a layer of model {model.name!r}. Build "
            "the model before loading weights, and use the same architecture."
        )
    for path, layer in layers:
        group = _group(file, path)
        if group is not None:
            found = _own_datasets if isinstance(layer, _Own) else _datasets
            datasets = list(found(group, path, layer, set()))
            yield from _paired(layer, layer.weights, datasets, skip_mismatch)


def _by_parts(model: Any, file: Any, apart: Set[int]) -> list[Pair] | None:
    """Each part's own weights from its own group; None if a group has more or fewer."""
    found = []
    for path, part in parts_of(model, seen=set(apart)):
        if not isinstance(part, Layer) or overrides(part, "load_own_variables"):
            continue
        place = f"{path}/vars".lstrip("/")
        group, weights = file.get(place, {}), own_weights(part)
        if group.keys() != set(map(str, range(len(weights)))):
            return None
        for number, weight in enumerate(weights):
            found.append((weight, group[str(number)], f"{place}/{number}"))
    return found


class _Own:
    """The weights that a model made itself, without those of its layers."""

    def __init__(self, model: Any) -> None:
        self.name = model.name
        self.weights = own_weights(model)


def _group(file: Any, path: str) -> Any:
    """The group of a path, whose attributes may be private ones."""
    for part in filter(None, path.split("/")):
        part = part if part in file else f"_{part}"
        if part not in file:
            return None
        file = file[part]
    return file


def _layers_in(
    model: Any, path: str, seen: list[int], attributes_first: bool
) -> Iterator[tuple[str, Any]]:
    """The layers of a model by the paths of their groups, each once.

    A model whose layers are known holds them as `layers` alone; another one in attributes too, of
    which Keras 3 takes `layers` in the order of names, Keras 2 after those that are layers.
    """
    own = _Own(model)
    if own.weights:
        yield path, own
    held = {} if _is_network(model) else _attributes(model)
    held["layers"] = list(model.layers)
    for name in sorted(held, key=lambda name: (attributes_first and name == "layers", name)):
        value = held[name]
        inner = f"{path}/{name}".lstrip("/")
        if _is_layer(value):
            yield from _one_layer(value, inner, seen, attributes_first)
        elif not attributes_first or name == "layers":
            yield from _container(value, inner, seen, attributes_first)


def _one_layer(
    layer: Any, path: str, seen: list[int], attributes_first: bool
) -> Iterator[tuple[str, Any]]:
    if id(layer) in seen:
        return
    seen.append(id(layer))
    if hasattr(layer, "layers"):
        yield from _layers_in(layer, path, seen, attributes_first)
    else:
        yield path, layer


def _container(
    value: Any, path: str, seen: list[int], attributes_first: bool
) -> Iterator[tuple[str, Any]]:
    """The layers of a list, tuple or dict, by their class and how many of it came before."""
    counts: dict[str, int] = {}
    for layer in value.values() if isinstance(value, dict) else value:
        if _is_layer(layer) and id(layer) not in seen:
            name = snake_case(type(layer).__name__)
            number = counts.get(name, 0)
            counts[name] = number + 1
            numbered = f"{name}_{number}" if number else name
            yield from _one_layer(layer, f"{path}/{numbered}", seen, attributes_first)


def _attributes(model: Any) -> dict[str, Any]:
    """The attributes of a model that are layers, or lists or dicts of them."""
    found = {}
    for name, value in vars(model).items():
        inner = value.values() if isinstance(value, dict) else value
        listed = isinstance(value, (list, tuple, dict)) and any(map(_is_layer, inner))
        if _is_layer(value) or (listed and not name.startswith("_")):
            found[name.lstrip("_")] = value
    return found


def _is_layer(value: Any) -> bool:
    return isinstance(value, Module) and hasattr(value, "weights")


def _is_network(model: Any) -> bool:
    """Whether a model was made of layers, not written as a class of its own."""
    kind = type(model)
    ours = kind.__module__.partition(".")[0] == __name__.partition(".")[0]
    return ours and kind.__name__ in ("Sequential", "Functional", "Model")


def _datasets(group: Any, path: str, layer: Any, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """The datasets below the group of a layer: its own, then those of the parts that it has."""
    yield from _own_datasets(group, path, layer, seen)
    order = [name.lstrip("_") for name in vars(layer)] if hasattr(layer, "__dict__") else []

    def place(name: str) -> tuple[int, list[Any]]:
        plain = name.lstrip("_")
        return order.index(plain) if plain in order else len(order), _natural(plain)

    for name in sorted(group, key=place):
        if name != "vars" and not name.endswith("seed_generator") and hasattr(group[name], "keys"):
            part = getattr(layer, name, None)
            yield from _datasets(group[name], f"{path}/{name}", part, seen)


def _own_datasets(group: Any, path: str, layer: Any, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """The datasets of the first weights of a layer, without those of weights that were seen.

    A wrapper that holds a weight of its layer has it in the file too.
    """
    names = sorted(filter(str.isdigit, group.get("vars", ())), key=int)  # not what lookups learned
    for name, weight in zip_longest(names, getattr(layer, "weights", ())[: len(names)]):
        if weight is None or id(weight) not in seen:
            yield f"{path}/vars/{name}".lstrip("/"), group["vars"][name]
        seen.add(id(weight))


def _natural(name: str) -> list[Any]:
    """Sorts numbers in names as numbers; `forward` is before `backward`."""
    parts = _DIGITS.split(name.replace("backward", "forward~"))
    return [int(part) if part.isdigit() else part for part in parts]


# --- The older layout -----------------------------------------------------------------------------


def _by_order(model: Any, group: Any, by_name: bool, skip_mismatch: bool) -> Iterator[Pair]:
    stored = {}
    for name in _names(group, "layer_names"):
        weights = _names(group[name], "weight_names")
        if weights:
            stored[name] = [(f"{name}/{weight}", group[name][weight]) for weight in weights]
    layers: list[Any] = [layer for layer in model.layers if layer.weights]
    if by_name:
        for layer in layers:
            if layer.name in stored:
                yield from _paired(layer, by_use(layer), stored[layer.name], skip_mismatch)
        return
    own = _own_names(group)
    if own:
        stored[TOP_LEVEL] = [(f"{TOP_LEVEL}/{weight}", group[TOP_LEVEL][weight]) for weight in own]
        layers.append(_Own(model))
    if len(layers) != len(stored) and not skip_mismatch:
        raise ValueError(
            f"Layer count mismatch when loading weights from file. Model expected {len(layers)} "
            f"layers, found {len(stored)} saved layers."
        )
    for layer, datasets in zip(layers, stored.values()):
        weights = layer.weights if isinstance(layer, _Own) else by_use(layer)
        yield from _paired(layer, weights, datasets, skip_mismatch)


def _own_names(group: Any) -> list[str]:
    """The names of what a model has besides its layers."""
    return _names(group[TOP_LEVEL], "weight_names") if TOP_LEVEL in group else []


def _has_names(group: Any, key: str) -> bool:
    return key in group.attrs or f"{key}0" in group.attrs


def _names(group: Any, key: str) -> list[str]:
    """Names in an attribute, or in several numbered ones if they were too long for one."""
    found: list[Any] = []
    if key in group.attrs:
        found = list(group.attrs[key])
    number = 0
    while f"{key}{number}" in group.attrs:
        found += list(group.attrs[f"{key}{number}"])
        number += 1
    return [name.decode() if isinstance(name, bytes) else str(name) for name in found]
