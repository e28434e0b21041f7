"""Resident memory of this process, in bytes."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")
CLEAR = Path("/proc/self/clear_refs")
RESET_PEAK = "5"


def field(name: str) -> int:
    """A field of Linux's account of this process; it counts in units of 1024 bytes."""
    for line in STATUS.read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    raise LookupError(name)


def resident() -> int:
    """What is resident now; the peak where the system does not say."""
    return field("VmRSS") if STATUS.exists() else peak()


def peak() -> int:
    """The most that has been resident since the last `restart_peak`."""
    if STATUS.exists():
        return field("VmHWM")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def restart_peak() -> None:
    """Makes `peak` count from here; where the system cannot, it counts from the process's start."""
    if CLEAR.exists():
        CLEAR.write_text(RESET_PEAK)
