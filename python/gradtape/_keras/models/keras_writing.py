"""Whole models as Keras writes them: `.keras` of version 3, `.h5` of version 2.

A `.keras` file is an archive: what wrote it, the configuration, weights, and the files that layers
of a program's own keep (`assets/<path of the layer>`). Invariant: `keras_files` reads what is
written here, and so does Keras.
"""

from __future__ import annotations

import json
import zipfile
from datetime import datetime
from typing import IO, Any

import numpy as np

from ..._runtime.versions import is_keras_2_asked_for
from .. import hdf5_writing
from ..base_layer.own_state import overrides
from ..lookup import serialize
from ..saved_parts import parts_of
from . import keras_forms
from .older_forms import older_entry, older_losses, older_optimizer
from .own_state import files_of

_NO_LAYERS = (
    "Saving the model to HDF5 format requires the model to be a Functional model or a Sequential "
    "model. It does not work for subclassed models, because such models are defined via the body "
    "of a Python method, which isn't safely serializable. Consider saving to the Tensorflow "
    'SavedModel format (by setting save_format="tf") or using `save_weights`.'
)


def archive(model: Any, include_optimizer: bool, file: IO[bytes]) -> None:
    """Fill a `.keras` file."""
    metadata = {
        "keras_version": hdf5_writing.VERSIONS[False],
        "date_saved": datetime.now().strftime("%Y-%m-%d@%H:%M:%S"),
    }
    with zipfile.ZipFile(file, "w") as written:
        written.writestr("metadata.json", json.dumps(metadata))
        written.writestr("config.json", _as_json(model, keras_forms.compiled_entry_of(model)))
        written.writestr("model.weights.h5", hdf5_writing.weights(model, include_optimizer))
        for path, part in parts_of(model):
            if overrides(part, "save_assets"):
                for name, data in files_of(part):
                    written.writestr("/".join(filter(None, ("assets", path, name))), data)


def older_file(model: Any, include_optimizer: bool, file: IO[bytes]) -> None:
    """Fill an `.h5` file."""
    compiled = model.get_compile_config() if include_optimizer else None
    older = is_keras_2_asked_for()
    if older and not _has_layers(model):
        raise NotImplementedError(_NO_LAYERS)
    form = keras_forms.entry_of(model)
    texts = {
        "keras_version": hdf5_writing.VERSIONS[older],
        "backend": "tensorflow",
        "model_config": _as_json(model, older_entry(form, _kinds_of(model)) if older else form),
    }
    if compiled is not None:
        training = dict(compiled)
        optimizer = training.pop("optimizer", None)
        if isinstance(optimizer, str):
            optimizer = serialize(model.optimizer)
        if older:
            training["loss"] = older_losses(training.get("loss"))
        training["optimizer_config"] = older_optimizer(optimizer) if older else optimizer
        texts["training_config"] = _as_json(model, training)
    optimizer = model.optimizer if include_optimizer else None
    file.write(hdf5_writing.older_model(model, texts, optimizer))


def json_of(model: Any, **options: Any) -> str:
    """The configuration, with what the model was compiled with; in Keras 2 without that."""
    if is_keras_2_asked_for():
        form = {"class_name": type(model).__name__, "config": model.get_config()}
        form |= {"keras_version": hdf5_writing.VERSIONS[True], "backend": "tensorflow"}
    else:
        form = keras_forms.compiled_entry_of(model)
    return json.dumps(form, **{"default": serialize, **options})


def _kinds_of(model: Any) -> dict[str, type]:
    """The classes of all layers, in models within it too, by their names."""
    return {type(layer).__name__: type(layer) for layer in model._flatten_layers()}


def _has_layers(model: Any) -> bool:
    """Whether a model is made of layers that are known."""
    return model._network_of_layers is not None or hasattr(model, "_stacked_layers")


def _told(thing: Any) -> Any:
    """What JSON has for an object, or for a number of NumPy's."""
    return thing.item() if isinstance(thing, np.generic) else serialize(thing)


def _as_json(model: Any, form: dict[str, Any]) -> str:
    try:
        return json.dumps(form, default=_told)
    except TypeError as error:
        raise ValueError(
            f"The configuration of {model.name!r} cannot be stored: {error}"
        ) from error
