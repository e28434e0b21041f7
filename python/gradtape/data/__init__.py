"""`tf.data`: datasets, which are streams of elements that can be gone through again and again.

Nothing runs until a dataset is iterated over. Iterating stops gradients: elements are fresh
tensors.
"""

from .._data.dataset import (
    AUTOTUNE as AUTOTUNE,
    INFINITE_CARDINALITY as INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY,
    Dataset as Dataset,
)
from .._data.file_datasets import (
    FixedLengthRecordDataset as FixedLengthRecordDataset,
    TextLineDataset as TextLineDataset,
    TFRecordDataset as TFRecordDataset,
)
from .._data.iterator import Iterator as Iterator, NumpyIterator as NumpyIterator
from .._data.options import Options as Options, ThreadingOptions as ThreadingOptions
from .._data.specs import DatasetSpec as DatasetSpec, IteratorSpec as IteratorSpec
from . import experimental as experimental
