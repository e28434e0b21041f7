"""`tf.train.experimental`: state of a program's own."""

from .._checkpoint.python_state import PythonState as PythonState
from .._namespace import lazy

__getattr__, __dir__ = lazy(__name__, {})
