"""`CheckpointOptions`: what other implementations let a program choose about writing."""

from __future__ import annotations

from typing import Any


class CheckpointOptions:
    """Options of `Checkpoint.save` and `restore`, kept as they were given.

    Files are always written at once, by this process; slots of optimizers are always in them.

    >>> tf.train.CheckpointOptions(enable_async=True).enable_async
    True
    """

    def __init__(
        self, experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Any = None, enable_async: bool = False,
        experimental_skip_slot_variables: bool = False, experimental_sharding_callback: Any = None,
    ) -> None:  # fmt: skip
        self.experimental_io_device = experimental_io_device
        self.enable_async = experimental_enable_async_checkpoint or enable_async
        self.experimental_enable_async_checkpoint = self.enable_async
        self.experimental_write_callbacks = experimental_write_callbacks
        self.experimental_skip_slot_variables = experimental_skip_slot_variables
        self.experimental_sharding_callback = experimental_sharding_callback
