"""What programs look for TPUs with: there are none."""

from __future__ import annotations

from typing import Any

from .replicas import Strategy


class TPUClusterResolver:
    """There is no TPU here: making one is the `ValueError` of TensorFlow on a machine without.

    Programs that look for one go on with `tf.distribute.get_strategy()` then.

    >>> try:
    ...     tf.distribute.cluster_resolver.TPUClusterResolver()
    ... except ValueError as error:
    ...     print(error)
    Please provide a TPU Name to connect to.
    """

    def __init__(self, tpu: Any = None, zone: Any = None, project: Any = None, **ignored: Any):
        raise ValueError("Please provide a TPU Name to connect to.")

    @classmethod
    def connect(cls, tpu: Any = None, zone: Any = None, project: Any = None) -> Any:
        """The same error."""
        return cls(tpu, zone, project)


class TPUStrategy(Strategy):
    """There is no TPU to run on: making one is the error of `TPUClusterResolver`."""

    def __init__(self, tpu_cluster_resolver: Any = None, *ignored: Any, **settings: Any) -> None:
        TPUClusterResolver()
