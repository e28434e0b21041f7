"""The machine that operations run on: one CPU, however many devices a program makes of it.

A logical device is a part of a physical one that a program has asked for by name. Operations run
on the CPU whatever `tf.device` says, so settings of devices are kept and told again, and change
nothing else. `threads` has how many cores an operation uses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from . import memory


class PhysicalDevice(NamedTuple):
    """A device of this machine."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device as `tf.device` names it."""

    name: str
    device_type: str


class LogicalDeviceConfiguration(NamedTuple):
    """One part of a physical device; the memory limit is not enforced."""

    memory_limit: float | None = None
    experimental_priority: int | None = None
    experimental_device_ordinal: int | None = None


_CPU = PhysicalDevice("/physical_device:CPU:0", "CPU")
_visible: list[PhysicalDevice] = [_CPU]
_parts: dict[PhysicalDevice, list[LogicalDeviceConfiguration]] = {}


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of one type, or all: there is one, the CPU.

    >>> tf.config.list_physical_devices()
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    >>> tf.config.list_physical_devices("GPU")
    []
    """
    return [device for device in [_CPU] if device_type in (None, device.device_type)]


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The logical devices of one type, or all: the visible CPU, or the parts made of it.

    >>> tf.config.list_logical_devices("CPU")
    [LogicalDevice(name='/device:CPU:0', device_type='CPU')]
    """
    count = sum(len(_parts.get(device, [None])) for device in get_visible_devices(device_type))
    return [LogicalDevice(f"/device:CPU:{index}", "CPU") for index in range(count)]


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The physical devices of one type, or all, that programs see.

    >>> tf.config.get_visible_devices("GPU")
    []
    """
    return [device for device in _visible if device_type in (None, device.device_type)]


def set_visible_devices(
    devices: PhysicalDevice | Sequence[PhysicalDevice], device_type: str | None = None
) -> None:
    """Lets programs see these devices only, among those of the type, at any time.

    Errors: `ValueError` for what is no physical device, or not of the type.

    >>> tf.config.set_visible_devices([], "GPU")
    """
    wanted = [devices] if isinstance(devices, (PhysicalDevice, str)) else list(devices)
    for device in wanted:
        _check(device)
        if device_type not in (None, device.device_type):
            raise ValueError(f"Expected only {device_type} devices, got {device!r}")
    kept = [device for device in _visible if device_type not in (None, device.device_type)]
    _visible[:] = kept + wanted


def get_logical_device_configuration(
    device: PhysicalDevice,
) -> list[LogicalDeviceConfiguration] | None:
    """The parts that `set_logical_device_configuration` made of a device, None if it did not."""
    _check(device)
    return _parts.get(device)


def set_logical_device_configuration(
    device: PhysicalDevice, logical_devices: Sequence[LogicalDeviceConfiguration]
) -> None:
    """Makes several logical devices of a physical one, as programs do to try distribution.

    Unlike TensorFlow's, this may be called at any time. Errors: `ValueError` for an unknown device,
    or for a limit of the CPU's memory.

    >>> cpu = tf.config.list_physical_devices("CPU")[0]
    >>> part = tf.config.LogicalDeviceConfiguration()
    >>> tf.config.set_logical_device_configuration(cpu, [part, part])
    >>> len(tf.config.list_logical_devices())
    2
    >>> tf.config.set_logical_device_configuration(cpu, [part])
    """
    _check(device)
    if any(part.memory_limit is not None for part in logical_devices):
        raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
    _parts[device] = list(logical_devices)


def get_memory_growth(device: PhysicalDevice) -> bool:
    """Whether memory is taken when it is needed, which is always so: `True`."""
    _check(device)
    return True


def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Raises `ValueError`, as TensorFlow does for a CPU: there are no other devices."""
    _check(device)
    raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")


def get_device_details(device: PhysicalDevice) -> dict[str, Any]:
    """What is known about a device: nothing about a CPU.

    >>> tf.config.experimental.get_device_details(tf.config.list_physical_devices()[0])
    {}
    """
    _check(device)
    return {}


def get_memory_info(device: str) -> dict[str, int]:
    """Bytes that tensors hold now, and at most since the last `reset_memory_stats`.

    Errors: `ValueError` for a device that is not here. See `gradtape.memory` for more.

    >>> sorted(tf.config.experimental.get_memory_info("CPU:0"))
    ['current', 'peak']
    """
    _check_name(device)
    return {"current": memory.live_bytes(), "peak": memory.peak_bytes()}


def get_memory_usage(device: str) -> int:
    """Bytes that tensors hold now; `ValueError` for a device that is not here."""
    return get_memory_info(device)["current"]


def reset_memory_stats(device: str) -> None:
    """Starts a new measurement of the peak; `ValueError` for a device that is not here."""
    _check_name(device)
    memory.reset_peak()


def _check(device: object) -> None:
    if device not in list_physical_devices():
        raise ValueError(f"Unrecognized device: {device!r}")


def _check_name(device: str) -> None:
    if not re.fullmatch(r"(/?.*device:|/)?cpu(:\d+)?", device, re.IGNORECASE):
        raise ValueError(f"No matching devices found for {device!r}")
