"""What TensorFlow keeps under `tf.experimental` and gradtape has: DLPack and NumPy's namespace."""

from .._namespace import lazy
from . import dlpack as dlpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import numpy as numpy

_ON_FIRST_USE = {"": ("numpy",)}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
