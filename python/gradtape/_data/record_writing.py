"""`tf.data.experimental.TFRecordWriter`: a dataset of strings as a file of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._io import record_file
from .._structure.tensor_spec import TensorSpec
from .dataset import Dataset
from .file_datasets import _path, _text

if TYPE_CHECKING:
    from .._typing import PathLike, TensorLike


class TFRecordWriter:
    """Writes all elements of a dataset of scalar strings, which replace what the file had.

    `compression_type` is "", "GZIP" or "ZLIB". `TypeError` for what is no such dataset.

    >>> import gradtape as tf, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "data.tfrecord")
    ...     writer = tf.data.experimental.TFRecordWriter(path)
    ...     writer.write(tf.data.Dataset.from_tensor_slices(["one", "two"]))
    ...     [record.numpy() for record in tf.data.TFRecordDataset(path)]
    [b'one', b'two']
    """

    def __init__(
        self, filename: PathLike | TensorLike, compression_type: str | None = None
    ) -> None:
        self._filename, self._compression = _text(_path(filename)), _text(compression_type)

    def write(self, dataset: Any) -> None:
        """Write the elements of a dataset."""
        if not isinstance(dataset, Dataset):
            raise TypeError(
                f"Invalid `dataset.` Expected a `tf.data.Dataset` object but got {type(dataset)}."
            )
        spec = dataset.element_spec
        if not isinstance(spec, TensorSpec) or spec.dtype != _core.string or spec.shape.rank:
            raise TypeError(
                "Invalid `dataset`. Expected a`dataset` that produces scalar `tf.string` elements, "
                f"but got a dataset which produces elements {spec}."
            )
        with record_file.TFRecordWriter(self._filename, self._compression) as writer:
            for element in dataset:
                writer.write(element.numpy())
