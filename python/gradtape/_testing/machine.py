"""What tests ask about the machine and the build: a CPU, and nothing else."""

from __future__ import annotations

import platform
from typing import Any

from .._runtime.versions import COMPILER_VERSION


def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: Any = None) -> bool:
    """False: operations run on the CPU.

    >>> tf.test.is_gpu_available(), tf.test.gpu_device_name(), tf.test.is_built_with_cuda()
    (False, '', False)
    """
    return False


def gpu_device_name() -> str:
    """The empty string: there is no such device."""
    return ""


def is_built_with_cuda() -> bool:
    """False."""
    return False


def is_built_with_gpu_support() -> bool:
    """False."""
    return False


def is_built_with_rocm() -> bool:
    """False."""
    return False


def is_built_with_xla() -> bool:
    """False: operations are compiled when the library is built."""
    return False


def is_cpu_target_available(target: str) -> bool:
    """Whether kernels for this kind of processor (`"x86"`, `"aarch64"`) run here."""
    here = platform.machine().lower()
    families = {"x86": ("x86_64", "amd64", "i686"), "aarch64": ("aarch64", "arm64")}
    return here in families.get(target, (target,))


def get_build_info() -> dict[str, Any]:
    """What this was built for and by: no GPU, and the compiler of Rust.

    >>> tf.sysconfig.get_build_info()["is_cuda_build"]
    False
    """
    return {
        "cpu_compiler": COMPILER_VERSION,
        "is_cuda_build": is_built_with_cuda(),
        "is_rocm_build": is_built_with_rocm(),
        "is_tensorrt_build": False,
    }
