"""Options of saving and loading models, and the names of their files."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ASSETS_DIRECTORY = "assets"
ASSETS_KEY = "saved_model_assets"
DEBUG_DIRECTORY = "debug"
DEBUG_INFO_FILENAME_PB = "saved_model_debug_info.pb"
DEFAULT_SERVING_SIGNATURE_DEF_KEY = "serving_default"
SAVED_MODEL_FILENAME_PB = "saved_model.pb"
SAVED_MODEL_FILENAME_PBTXT = "saved_model.pbtxt"
SAVED_MODEL_SCHEMA_VERSION = 1
SERVING = "serve"
TRAINING = "train"
VARIABLES_DIRECTORY = "variables"
VARIABLES_FILENAME = "variables"


@dataclass
class SaveOptions:
    """How a model is to be saved: kept, and told as it was set.

    >>> tf.saved_model.SaveOptions(save_debug_info=True).save_debug_info
    True
    """

    namespace_whitelist: Any = None
    save_debug_info: bool = False
    function_aliases: Any = field(default_factory=dict)
    experimental_debug_stripper: bool = False
    experimental_io_device: str | None = None
    experimental_variable_policy: Any = None
    experimental_custom_gradients: bool = True
    experimental_image_format: bool = False
    experimental_skip_saver: bool = False
    experimental_sharding_callback: Any = None
    extra_tags: Any = None


@dataclass
class LoadOptions:
    """How a model is to be loaded: kept, and told as it was set.

    >>> tf.saved_model.LoadOptions().allow_partial_checkpoint
    False
    """

    allow_partial_checkpoint: bool = False
    experimental_io_device: str | None = None
    experimental_skip_checkpoint: bool = False
    experimental_variable_policy: Any = None
    experimental_load_function_aliases: bool = False


def contains_saved_model(export_dir: str | os.PathLike[str]) -> bool:
    """Whether a folder holds a saved model, of gradtape's or TensorFlow's.

    >>> tf.saved_model.contains_saved_model("no_such_folder")
    False
    """
    names = (SAVED_MODEL_FILENAME_PB, SAVED_MODEL_FILENAME_PBTXT)
    return any((Path(export_dir) / name).exists() for name in names)
