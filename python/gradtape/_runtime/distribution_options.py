"""How strategies would send values between devices: kept as programs set it, and changes nothing.

There is one device in a process; between processes MPI chooses the way.
"""

from __future__ import annotations

import enum
from typing import Any, NamedTuple


class CrossDeviceOps:
    """A way to reduce values over devices.

    >>> tf.distribute.MirroredStrategy(
    ...     cross_device_ops=tf.distribute.HierarchicalCopyAllReduce()
    ... ).num_replicas_in_sync
    1
    """


class HierarchicalCopyAllReduce(CrossDeviceOps):
    """Reduces along a hierarchy of devices."""

    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(
                f"HierarchicalCopy requires num_packs >= 0, but {num_packs} is specified"
            )
        self.num_packs = num_packs


class NcclAllReduce(CrossDeviceOps):
    """Reduces with NVIDIA's library."""

    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(
                f"NCCL all-reduce requires num_packs >= 0, but {num_packs} is specified"
            )
        self.num_packs = num_packs


class ReductionToOneDevice(CrossDeviceOps):
    """Copies everything to one device and reduces there."""

    def __init__(self, reduce_to_device: Any = None, accumulation_fn: Any = None) -> None:
        self.reduce_to_device = reduce_to_device
        self.accumulation_fn = accumulation_fn


class InputReplicationMode(enum.Enum):
    """Whether a pipeline serves a worker or a replica."""

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


class InputOptions(NamedTuple):
    """How data travel to devices."""

    experimental_fetch_to_device: bool = True
    experimental_replication_mode: InputReplicationMode = InputReplicationMode.PER_WORKER
    experimental_place_dataset_on_device: bool = False
    experimental_per_replica_buffer_size: int = 1


class RunOptions(NamedTuple):
    """How `run` compiles its function on other devices."""

    experimental_enable_dynamic_batch_size: bool = True
    experimental_bucketizing_dynamic_shape: bool = False
    experimental_xla_options: Any = None


class CommunicationImplementation(enum.Enum):
    """The library that workers talk through."""

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


class CommunicationOptions(NamedTuple):
    """How workers talk."""

    bytes_per_pack: int = 0
    timeout_seconds: float | None = None
    implementation: CommunicationImplementation = CommunicationImplementation.AUTO


class CollectiveHints(NamedTuple):
    """What a collective may be told, in the words of TensorFlow 2.3."""

    bytes_per_pack: int = 0
    timeout_seconds: float | None = None
