"""The machine and the versions that a result belongs to."""

from __future__ import annotations

import os
import platform
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")
INSTRUCTION_SETS = ("avx512f", "avx2", "fma", "asimd")


def cpuinfo(field: str) -> str:
    """A field of the first processor in Linux's list, or an empty string."""
    if CPUINFO.exists():
        for line in CPUINFO.read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == field:
                return value.strip()
    return ""


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def describe() -> dict[str, str]:
    flags = (cpuinfo("flags") or cpuinfo("Features")).split()
    return {
        "cpu": cpuinfo("model name") or platform.processor() or platform.machine(),
        "cores": str(cores()),
        "instruction sets": " ".join(s for s in INSTRUCTION_SETS if s in flags) or "unknown",
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }
