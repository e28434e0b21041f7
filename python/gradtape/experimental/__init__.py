"""What TensorFlow keeps under `tf.experimental` and gradtape has."""

from .._namespace import lazy
from . import dlpack as dlpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._data.iterator import Optional as Optional
    from . import numpy as numpy

_ON_FIRST_USE = {"": ("numpy",), "_data.iterator": ("Optional",)}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
