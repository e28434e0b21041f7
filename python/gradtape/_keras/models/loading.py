"""`.keras` files, the reading side: the model is made again without the program that made it.

Custom layers and models need `get_config` and `register_keras_serializable`.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ... import errors
from ..._checkpoint import tensor_file
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .. import hdf5_weights, weights_file
from ..encoding import decoded
from ..function_code import code_allowed
from ..layers.entry import InputLayer
from ..layers.recurrent import wrappers
from ..lookup import CUSTOM, is_ours, tells_class_of_keras
from ..missing_files import no_model
from ..optimizers.optimizer import Optimizer
from ..saved_parts import parts_of
from ..saving import custom_object_scope
from ..symbolic import KerasTensor
from . import keras_configs, keras_files, open_files, own_state, revived
from .model import Functional, Model as Model, Rebuilt
from .saving import COMPILED, CONFIG, MODEL_FILE, Folders
from .sequential import Sequential as Sequential

if TYPE_CHECKING:
    from ..._typing import PathLike


def load_model(
    filepath: PathLike | IO[bytes],
    custom_objects: Mapping[str, Any] | None = None,
    compile: bool = True,
    safe_mode: bool = True,
) -> Model:
    """The model that `Model.save` wrote to a path or an open file, with its weights.

    It is compiled as it was unless `compile` is False, or it was compiled with what has no name;
    its optimizer goes on where it was, but for what Keras 2 reads from a folder, which begins anew.
    Files of Keras 3 and 2 (`.keras`, `.h5`) are read too, with
    the extra `gradtape[keras-files]`.

    For a class that is not known (register it, or name it in `custom_objects`) an error that is a
    `TypeError` and a `ValueError`; `TypeError` for what a layer refuses; `ValueError` for the code
    of a function unless `safe_mode` is False, and for a file of weights alone; Keras's exception
    where there is no file (`FileNotFoundError` for `.h5`, else `ValueError`, in Keras 2 `OSError`);
    `DataLossError` for a damaged file, and for one that something else has written.

    >>> import gradtape as tf, os, tempfile
    >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "line.keras")
    ...     model.save(path)
    ...     again = tf.keras.models.load_model(path)
    >>> bool((again.get_weights()[0] == model.get_weights()[0]).all())
    True
    """
    if open_files.is_open(filepath):
        with open_files.to_read(filepath) as path:
            return load_model(path, custom_objects, compile, safe_mode)
    path = _file_of(filepath)  # type: ignore[arg-type]
    own = not os.fsdecode(filepath).rstrip("/").endswith(".keras")  # type: ignore[arg-type]
    goes_on = not (is_keras_2_asked_for() and Path(os.fsdecode(filepath)).is_dir())  # type: ignore[arg-type]
    if hdf5_weights.is_hdf5(path):
        with custom_object_scope(custom_objects or {}), code_allowed(not safe_mode, own):
            model = _from_keras(Path(path), compile, goes_on)
        if own:  # Keras 2 leaves those of an archive to the first batch
            model._make_metrics_as_read()
        return model
    try:
        reader = tensor_file.Reader(path)
    except errors.NotFoundError:
        raise no_model(os.fsdecode(filepath)) from None  # type: ignore[arg-type]
    if CONFIG not in reader.metadata:
        raise ValueError(f"{filepath} holds no model; use `load_weights` for weights alone.")
    with custom_object_scope(custom_objects or {}), code_allowed(not safe_mode, own):
        model = _model_in(reader)
        weights_file.assign(model, reader, skip_mismatch=False)
        own_state.restore(model, reader)
        if compile and COMPILED in reader.metadata:
            _compile_again(model, reader, goes_on)
    return model


def _from_keras(path: Path, compile: bool, goes_on: bool) -> Model:
    try:
        model: Model = keras_files.load(str(path), compile, goes_on)
    except TypeError:  # unknown classes, and what they are not made of alone
        if not revived.is_in(path):
            raise
        model = revived.read(path)
        _draw_as_made(model)
        compiled = keras_files.configs(str(path))[1] if compile else None
        if compiled:
            model.compile_from_config(compiled)
    return model


def _draw_as_made(model: Model) -> None:
    """Make the library's layers of a model once more, as Keras 2 does of the classes that it knows:
    their initial values are drawn, so that what a program draws behind that is the same."""
    made: list[str] = []
    for path, part in parts_of(model):
        is_inside = path.startswith(tuple(made))
        if is_inside or not is_ours(type(part)) or isinstance(part, Model | Optimizer):
            continue
        made.append(f"{path}/")
        shape = (part.get_build_config() or {}).get("input_shape")
        if part.weights and shape is not None:
            type(part).from_config(part.get_config()).build(shape)


def _compile_again(model: Model, reader: tensor_file.Reader, goes_on: bool) -> None:
    """Compile as the file says; what is not known here leaves the model as it is."""
    try:
        model.compile_from_config(json.loads(reader.metadata[COMPILED]))
    except ValueError as error:
        warnings.warn(f"The model was loaded, but not compiled: {error}", stacklevel=3)
    else:
        if goes_on:
            weights_file.assign_optimizer(model, reader)
        model._make_metrics_as_read()


def _model_in(reader: tensor_file.Reader) -> Model:
    """The model of a file's configuration.

    `DataLossError` for a configuration without sense, where no checksum says that it is the one
    that was written: then what fails is the program's own.
    """
    try:
        model: Model = rebuilt(json.loads(reader.metadata[CONFIG]))
    except (json.JSONDecodeError, LookupError, TypeError, AttributeError, RecursionError) as error:
        if reader.has_checksum:
            raise
        raise reader.damaged("the model's configuration is damaged") from error
    return model


def _file_of(filepath: PathLike) -> str:
    """The file of a model that was saved under a path: the path, or a file in that folder."""
    path = Path(os.fsdecode(filepath))
    return str(path / MODEL_FILE if path.is_dir() else path)


def rebuilt(
    config: dict[str, Any], replaced: Mapping[str, Any] | None = None, as_called: bool = False
) -> Any:
    """The model that `Model._saved_form` described, with new weights.

    `replaced` has layers by the names of those whose place they take. With `as_called` the layers
    of a network are made in the order of their calls.
    """
    if keras_configs.is_from_keras(config):
        return keras_configs.model_of(config)
    known = Known(CUSTOM, replaced or {})
    if as_called and config["kind"] == "functional":
        return _functional_from(config, known, as_called)
    return _model_from(config, known)


class Known:
    """Where classes of layers are found, and layers that take the place of others."""

    def __init__(self, classes: Mapping[str, Any], replaced: Mapping[str, Any]) -> None:
        self._classes, self._replaced = classes, replaced

    def model(self, name: str) -> Any:
        """The class of a model that is made of inputs and outputs."""
        if name in ("Functional", "Model"):
            return Functional
        return self._class(name)

    def layer(self, config: dict[str, Any]) -> Any:
        """The layer of a configuration."""
        replaced = config["config"].get("name")
        if replaced in self._replaced:
            return self._replaced[replaced]
        name = config.get("registered_name") or config["class_name"]
        known = tells_class_of_keras(config) and keras_configs.is_class(name)
        layer = (keras_configs.class_of if known else self._class)(name).from_config(
            decoded(config["config"], part=lambda form: _layer_from(form, self))
        )
        if config.get("build") is not None:
            layer.build_from_config(config["build"])
        return layer

    def _class(self, name: str) -> Any:
        return self._classes.get(name) or keras_configs.class_of(name)


def _model_from(config: dict[str, Any], known: Known) -> Any:
    if config["kind"] == "functional":
        return _functional_from(config, known)
    if config["kind"] == "sequential":
        model = Sequential(
            [_layer_from(entry, known) for entry in config["layers"]], name=config["name"]
        )
        model._entry_name = config.get("input_name")
        model._taken_name = config.get("taken_name")
        if config["input"] is not None:
            model.build(config["input"])
        return model
    model = _layer_from(config, known)
    if config["input"] is not None:
        model.build(config["input"])
    return model


def _layer_from(config: dict[str, Any], known: Known) -> Any:
    if config.get("kind") in ("functional", "sequential"):
        return _model_from(config, known)
    return known.layer(config)


def _in_order(entries: list[KerasTensor], names: list[str] | None) -> list[KerasTensor]:
    """The inputs as calls number them; older files do not say how, and had one order for both."""
    by_name = {entry.node.layer.name: entry for entry in entries}
    return entries if names is None else [by_name[name] for name in names]


def _functional_from(config: dict[str, Any], known: Known, as_called: bool = False) -> Functional:
    """The network, whose layers draw their seeds as those of Keras do.

    Keras 3 builds a layer of a configuration where it makes it, so here it is called then, as far
    as its inputs are there; where it clones with `as_called`, it makes a layer when it first calls
    it. Keras 2 makes all layers, then calls one after the other.
    """
    made: dict[int, Any] = {}
    described = config["layers"]

    def layer(place: int) -> Any:
        if place not in made:
            made[place] = _layer_from(described[place], known)
        return made[place]

    for place, entry in enumerate(described):
        if _is_input(entry) or (is_keras_2_asked_for() and not as_called):
            layer(place)
    results = dict(enumerate(_entries(made, config.get("entries"))))

    def found(place: dict[str, Any]) -> KerasTensor:
        return results[place["__node__"]][place["__output__"]]

    def call(number: int, node: dict[str, Any]) -> None:
        args, kwargs = decoded(node["call"], found)
        results[number] = nest.flatten(layer(node["layer"])(*args, **kwargs))

    waiting = list(enumerate(config["nodes"], len(results)))
    if not as_called:
        waiting.sort(key=lambda one: one[1]["layer"])
        for place in range(len(described)):
            layer(place)
            while waiting and waiting[0][1]["layer"] in made and _is_there(waiting[0], results):
                call(*waiting.pop(0))
    while waiting:
        later = []
        for number, node in waiting:
            if _is_there((number, node), results):
                call(number, node)
            else:
                later.append((number, node))
        if len(later) == len(waiting):
            raise LookupError("calls take results that no call makes")
        waiting = later
    inputs, outputs = (decoded(config[end], found) for end in ("inputs", "outputs"))
    kind = known.model(config.get("class_name", "Functional"))
    model: Functional = kind(inputs, outputs, name=config["name"])
    model._take_ends(results.values())
    if config.get("trainable") is False and are_of_keras_3():
        model._trainable = False  # and no layer of it: each says that itself
    return model


def _is_there(call: tuple[int, dict[str, Any]], results: Mapping[int, Any]) -> bool:
    """Whether the results that a call takes have been made."""
    return _places(call[1]["call"]) <= results.keys()


def _places(form: Any) -> set[int]:
    """The numbers of the calls whose results an encoded call takes."""
    if isinstance(form, Mapping):
        if "__node__" in form:
            return {form["__node__"]}
        form = list(form.values())
    return set().union(*map(_places, form)) if isinstance(form, (list, tuple)) else set()


def _is_input(entry: dict[str, Any]) -> bool:
    return entry.get("class_name") == "InputLayer"


def _entries(made: dict[int, Any], names: list[str] | None) -> list[list[Any]]:
    """The symbolic inputs, which are the first results."""
    entries = [made[place].output for place in sorted(made) if isinstance(made[place], InputLayer)]
    return [[entry] for entry in _in_order(entries, names)]


Folders.read = staticmethod(load_model)
Rebuilt._maker = staticmethod(rebuilt)
Sequential._chain_maker = staticmethod(keras_configs.sequential)
Rebuilt._network_maker = staticmethod(keras_configs.functional)
wrappers.set_catalog({"Functional": Functional, "Sequential": Sequential})
