"""The machine that operations run on: how many threads they use, and which devices there are."""

from .._runtime.devices import (
    PhysicalDevice as PhysicalDevice,
    list_physical_devices as list_physical_devices,
)
from . import threading as threading
