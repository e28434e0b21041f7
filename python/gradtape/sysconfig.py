"""`tf.sysconfig`: how this was built, for programs that print it."""

from ._namespace import lazy
from ._testing.machine import get_build_info as get_build_info

__getattr__, __dir__ = lazy(__name__, {})
