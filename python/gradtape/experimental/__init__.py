"""What TensorFlow keeps under `tf.experimental` and gradtape has."""

from .._core import (
    float8_e4m3b11fnuz as float8_e4m3b11fnuz,
    float8_e4m3fn as float8_e4m3fn,
    float8_e4m3fnuz as float8_e4m3fnuz,
    float8_e5m2 as float8_e5m2,
    float8_e5m2fnuz as float8_e5m2fnuz,
)
from .._namespace import lazy
from . import dlpack as dlpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._data.iterator import Optional as Optional
    from . import numpy as numpy

_ON_FIRST_USE = {"": ("numpy",), "_data.iterator": ("Optional",)}
__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
