"""Event files read again: what was written of a training, step by step."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._extras import needed
from .._io.record_file import records

if TYPE_CHECKING:
    from .._typing import PathLike


def summary_iterator(path: PathLike) -> Iterator[Any]:
    """The events of a file, in order: messages with `step`, `wall_time` and `summary.value`.

    A value has a `tag` and a `tensor`, which `tf.make_ndarray` reads, or a `simple_value`.
    `DataLossError` for a damaged file; `ImportError` without the extra `tensorboard`.

    >>> import os, tempfile
    >>> import gradtape as tf
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with tf.summary.create_file_writer(folder).as_default() as writer:
    ...         _ = tf.summary.scalar("loss", 0.5, step=3)
    ...         writer.flush()
    ...     path = os.path.join(folder, os.listdir(folder)[0])
    ...     events = list(tf.compat.v1.train.summary_iterator(path))
    >>> value = events[-1].summary.value[0]
    >>> events[-1].step, value.tag, float(tf.make_ndarray(value.tensor))
    (3, 'loss', 0.5)
    """
    what = "tf.compat.v1.train.summary_iterator"
    event = needed("tensorboardX.proto.event_pb2", "tensorboard", what).Event
    return (event.FromString(record) for record in records(os.fsdecode(path)))
