"""`keras.models`: layers that can be trained as a whole."""

from ..._keras.models.cloning import (
    clone_model as clone_model,
    model_from_config as model_from_config,
    model_from_json as model_from_json,
    model_from_yaml as model_from_yaml,
)
from ..._keras.models.loading import load_model as load_model
from ..._keras.models.model import Functional as Functional, Model as Model
from ..._keras.models.saving import (
    save_model as save_model,
)
from ..._keras.models.sequential import Sequential as Sequential
from . import experimental as experimental
