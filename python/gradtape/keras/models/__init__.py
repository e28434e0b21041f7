"""`keras.models`: layers that can be trained as a whole."""

from .functional import Functional as Functional
from .model import Model as Model
from .saving import load_model as load_model
from .sequential import Sequential as Sequential
