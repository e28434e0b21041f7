"""`tf.data`: datasets, which are streams of elements that can be gone through again and again.

Nothing runs until a dataset is iterated over. Iterating stops gradients: elements are fresh
tensors.
"""

from . import experimental as experimental
from .dataset import (
    AUTOTUNE as AUTOTUNE,
    INFINITE_CARDINALITY as INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY,
    Dataset as Dataset,
    Options as Options,
)
from .iterator import Iterator as Iterator, NumpyIterator as NumpyIterator
