"""`keras.models`: layers that can be trained as a whole."""

from .._keras.models.functional import Functional as Functional
from .._keras.models.model import Model as Model
from .._keras.models.saving import load_model as load_model
from .._keras.models.sequential import Sequential as Sequential
