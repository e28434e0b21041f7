"""`tensorflow.python.eager.context`: how the program runs, eagerly and on the CPU, and its seed."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn

from ... import _core
from ..._runtime import devices
from ..._runtime.device_spec import DeviceSpec
from ..._runtime.eager import executing_eagerly as executing_eagerly
from ..._runtime.seeds import get_seed, global_seed as global_seed

GRAPH_MODE, EAGER_MODE = 0, 1
SYNC, ASYNC = 0, 1


class Context:
    """What the one context of the process tells."""

    execution_mode = SYNC
    device_name = ""
    device_spec = DeviceSpec()
    scope_name = ""

    def executing_eagerly(self) -> bool:
        """As `tf.executing_eagerly`."""
        return executing_eagerly()

    def num_gpus(self) -> int:
        """None of them."""
        return 0

    def devices(self) -> list[str]:
        """The names of the devices."""
        return [device.name for device in devices.list_logical_devices()]

    def list_logical_devices(self, device_type: str | None = None) -> list[Any]:
        """The devices."""
        return devices.list_logical_devices(device_type)

    def list_physical_devices(self, device_type: str | None = None) -> list[Any]:
        """The devices."""
        return devices.list_physical_devices(device_type)

    def ensure_initialized(self) -> None:
        """Does nothing: there is nothing to begin."""

    def clear_kernel_cache(self) -> None:
        """Does nothing: kernels are compiled already."""

    _clear_caches = clear_kernel_cache


_context = Context()


def context() -> Context:
    """The context of the process."""
    return _context


context_safe = context


def ensure_initialized() -> None:
    """Does nothing: there is nothing to begin."""


def _create_context() -> None:
    """The process begins anew, with no seed; there is nothing else to reset."""
    _core.set_seed(None)


_reset_context = _create_context
set_global_seed = _core.set_seed


def internal_operation_seed() -> int | None:
    """The next of the seeds that follow from the program's; None where it has set none."""
    return get_seed(None)[1]


def in_eager_mode() -> bool:
    """True."""
    return True


def is_in_graph_mode() -> bool:
    """False."""
    return False


def num_gpus() -> int:
    """None of them."""
    return 0


def async_wait() -> None:
    """Does nothing: operations are done when they return."""


def eager_mode() -> AbstractContextManager[None]:
    """A context that changes nothing."""
    return nullcontext()


def graph_mode() -> NoReturn:
    """Raises `NotImplementedError`."""
    raise NotImplementedError(
        "gradtape runs every operation eagerly, so there is no graph mode: leave the context out."
    )
