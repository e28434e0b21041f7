"""Files of records as version 1 reads them: one after another, without a dataset."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .record_file import records
from .record_options import TFRecordOptions

if TYPE_CHECKING:
    from .._typing import PathLike


def tf_record_iterator(path: PathLike, options: Any = None) -> Iterator[bytes]:
    """The records of a file, as bytes.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     with tf.io.TFRecordWriter(file.name) as writer:
    ...         writer.write(b"one")
    ...     list(tf.compat.v1.io.tf_record_iterator(file.name))
    [b'one']
    """
    return records(os.fspath(path), TFRecordOptions.of(options).compression_type)
