"""The machine that operations run on: how many threads they use, and which devices there are."""

from __future__ import annotations

from typing import NamedTuple


class PhysicalDevice(NamedTuple):
    """A device of this machine."""

    name: str
    device_type: str


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of one type, or all: there is one, the CPU.

    >>> tf.config.list_physical_devices()
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    >>> tf.config.list_physical_devices("GPU")
    []
    """
    devices = [PhysicalDevice("/physical_device:CPU:0", "CPU")]
    return [device for device in devices if device_type in (None, device.device_type)]
