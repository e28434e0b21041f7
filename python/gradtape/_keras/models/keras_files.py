"""Whole models in files that Keras wrote: `.keras` of versions 3 and 2, `.h5` of version 2 and 3.

Reading needs the extra `gradtape[keras-files]`.
"""

from __future__ import annotations

import json
import warnings
import zipfile
import zlib
from typing import Any

from ... import errors
from .. import hdf5_weights
from ..base_layer.own_state import overrides
from ..lookup import replacing_the_library
from ..optimizers.state import assign_state
from ..saved_parts import parts_of
from .keras_assets import Vocabularies
from .keras_configs import model_of, require
from .own_state import hand_files

_DAMAGES = (
    *(KeyError, json.JSONDecodeError, UnicodeDecodeError, zipfile.BadZipFile, zlib.error),
    *(NotImplementedError, EOFError),
)
_CONFIG = "config.json"


def load(path: str, compile: bool, goes_on: bool = True) -> Any:
    """The model of a file, with its weights, and compiled as it was if `compile`; its optimizer has
    the state in the file if it `goes_on`, and begins anew otherwise.

    `ValueError` for what holds no model, and for classes that are not known; `DataLossError` for a
    damaged file. The state of the optimizer is taken over where it fits, else there is a
    `UserWarning`.
    """
    config, compiled = configs(path)
    model = _made(config, path)
    hdf5_weights.load(model, path, skip_mismatch=False, by_name=False)
    _hand_assets(model, path)
    if compile and compiled:
        model.compile_from_config(compiled)
        if goes_on:
            _restore(model, path)
    return model


def _made(config: dict[str, Any], path: str) -> Any:
    """The model of a configuration, with the vocabularies that a file has beside it."""
    if not zipfile.is_zipfile(path):
        with replacing_the_library():
            return model_of(config)
    with zipfile.ZipFile(path) as archive:
        vocabularies = Vocabularies(archive, path)
        if not vocabularies:
            return model_of(config)
        return model_of(vocabularies.put_into(config), vocabularies.give_to)


def _hand_assets(model: Any, path: str) -> None:
    """Give layers that load files of their own those that are in an archive."""
    if not zipfile.is_zipfile(path):
        return

    def damaged(text: str) -> Exception:
        return errors.DataLossError(None, None, f"{path} cannot be read: {text}")

    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.startswith("assets/")]
        for place, part in parts_of(model) if names else ():
            prefix = f"assets/{place}/".replace("//", "/")
            inside = [name for name in names if name.startswith(prefix)]
            if inside and overrides(part, "load_assets"):
                files = {name.removeprefix(prefix): archive.read(name) for name in inside}
                hand_files(part, files, damaged)


def configs(path: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """What a file says of the model, and of how it was compiled."""
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                config = require(json.loads(archive.read(_CONFIG)))
            return config, config.get("compile_config")
        texts = hdf5_weights.attributes(path, ("model_config", "training_config"))
        config, training = (None if text is None else json.loads(text) for text in texts)
    except _DAMAGES as error:
        raise errors.DataLossError(None, None, f"{path} cannot be read: {error}") from error
    if config is None:
        raise ValueError(f"{path} holds no model; use `load_weights` for weights alone.")
    require(config)
    if training is not None:
        training["optimizer"] = training.pop("optimizer_config", None)
    return config, training


def _restore(model: Any, path: str) -> None:
    """Give the optimizer the state in the file."""
    if model.optimizer is None or not model.built:
        return
    names, values = hdf5_weights.optimizer_state(path)
    if values and not assign_state(model.optimizer, model.trainable_weights, names, values):
        warnings.warn(
            f"The optimizer's state in {path} does not fit {type(model.optimizer).__name__}; it "
            "begins anew.",
            stacklevel=4,
        )
