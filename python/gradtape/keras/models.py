"""`keras.models`: layers that can be trained as a whole."""

from .._keras.models.loading import load_model as load_model
from .._keras.models.model import Functional as Functional, Model as Model
from .._keras.models.sequential import Sequential as Sequential
