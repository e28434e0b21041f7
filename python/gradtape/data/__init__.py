"""`tf.data`: datasets, which are streams of elements that can be gone through again and again.

Nothing runs until a dataset is iterated over. Iterating stops gradients: elements are fresh
tensors.
"""

from . import experimental as experimental
from .dataset import AUTOTUNE as AUTOTUNE
from .dataset import INFINITE_CARDINALITY as INFINITE_CARDINALITY
from .dataset import UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY
from .dataset import Dataset as Dataset
from .dataset import Options as Options
from .iterator import Iterator as Iterator
from .iterator import NumpyIterator as NumpyIterator
