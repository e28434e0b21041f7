"""The machine that operations run on: how many threads they use, and which devices there are."""

from .._runtime.devices import (
    LogicalDevice as LogicalDevice,
    LogicalDeviceConfiguration as LogicalDeviceConfiguration,
    PhysicalDevice as PhysicalDevice,
    get_logical_device_configuration as get_logical_device_configuration,
    get_visible_devices as get_visible_devices,
    list_logical_devices as list_logical_devices,
    list_physical_devices as list_physical_devices,
    set_logical_device_configuration as set_logical_device_configuration,
    set_visible_devices as set_visible_devices,
)
from .._runtime.settings import (
    functions_run_eagerly as functions_run_eagerly,
    get_soft_device_placement as get_soft_device_placement,
    run_functions_eagerly as run_functions_eagerly,
    set_soft_device_placement as set_soft_device_placement,
)
from . import experimental as experimental, optimizer as optimizer, threading as threading

experimental_functions_run_eagerly = functions_run_eagerly
experimental_run_functions_eagerly = run_functions_eagerly
