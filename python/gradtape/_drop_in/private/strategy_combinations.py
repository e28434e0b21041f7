"""`tensorflow.python.distribute.strategy_combinations`: what tests of strategies begin with."""

from __future__ import annotations

from ..._runtime import devices


def set_virtual_cpus_to_at_least(num_virtual_cpus: int) -> None:
    """Cuts the processor into logical devices, unless it is in as many.

    >>> from gradtape._drop_in.private.strategy_combinations import set_virtual_cpus_to_at_least
    >>> set_virtual_cpus_to_at_least(1)
    >>> len(tf.config.list_logical_devices("CPU")) >= 1
    True
    """
    if num_virtual_cpus < 1:
        raise ValueError(f"`num_virtual_cpus` must be at least 1, got {num_virtual_cpus}")
    [processor] = devices.list_physical_devices("CPU")
    if len(devices.get_logical_device_configuration(processor) or [None]) < num_virtual_cpus:
        parts = [devices.LogicalDeviceConfiguration()] * num_virtual_cpus
        devices.set_logical_device_configuration(processor, parts)
