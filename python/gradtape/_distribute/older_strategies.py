"""Strategies as they were first published, in `tf.distribute.experimental`."""

from __future__ import annotations

from typing import Any

from . import strategies


class MultiWorkerMirroredStrategy(strategies.MultiWorkerMirroredStrategy):
    """The strategy of today with the arguments of TensorFlow 2.0 to 2.3.

    >>> import gradtape as tf
    >>> ring = tf.distribute.experimental.CollectiveCommunication.RING
    >>> tf.distribute.experimental.MultiWorkerMirroredStrategy(ring).num_replicas_in_sync
    1
    """

    def __init__(self, communication: Any = None, cluster_resolver: Any = None) -> None:
        super().__init__(cluster_resolver)
