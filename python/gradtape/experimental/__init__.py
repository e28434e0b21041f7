"""What TensorFlow keeps under `tf.experimental` and gradtape has: DLPack."""

from .._namespace import lazy
from . import dlpack as dlpack

__getattr__, __dir__ = lazy(__name__, {})
