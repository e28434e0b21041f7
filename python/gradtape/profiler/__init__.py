"""Where the time of operations goes."""

from .._explain.profiling import profile as profile
from . import experimental as experimental
