"""What programs ask for parameter servers with: there are none.

Programs look whether a strategy is one, and annotate with these classes; both go on.
"""

from __future__ import annotations

from typing import Any

from .replicas import Strategy


class ParameterServerStrategy(Strategy):
    """Variables on servers, steps on workers: making one is an error.

    `ValueError` where no cluster is known, as in TensorFlow, else `NotImplementedError`.

    >>> resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    >>> try:
    ...     tf.distribute.ParameterServerStrategy(resolver)
    ... except ValueError as error:
    ...     print(error)
    Cluster spec must be non-empty in `tf.distribute.cluster_resolver.ClusterResolver`.
    """

    def __init__(self, cluster_resolver: Any, variable_partitioner: Any = None) -> None:
        if not cluster_resolver.cluster_spec():
            raise ValueError(
                "Cluster spec must be non-empty in "
                "`tf.distribute.cluster_resolver.ClusterResolver`."
            )
        raise NotImplementedError(
            "There are no parameter servers here: MultiWorkerMirroredStrategy has one replica for "
            "each process that mpirun starts."
        )


class ClusterCoordinator:
    """Schedules steps on workers of a `ParameterServerStrategy`, of which there is none.

    >>> try:
    ...     tf.distribute.coordinator.ClusterCoordinator(tf.distribute.MirroredStrategy())
    ... except ValueError as error:
    ...     print("Only" in str(error))
    True
    """

    def __init__(self, strategy: Any) -> None:
        raise ValueError(
            "Only `tf.distribute.experimental.ParameterServerStrategy` is supported to work with "
            "`tf.distribute.experimental.coordinator.ClusterCoordinator` currently."
        )


class RemoteValue:
    """What a function that was scheduled will return; none is ever made."""


class PerWorkerValues:
    """Values of which each worker has one; none is ever made."""
