"""How lines of progress write numbers and times."""

from __future__ import annotations

from typing import Any

import numpy as np

from .logs import as_number


def mean_of(value: Any) -> float:
    """The number that stands for what a step reported: of an array its mean."""
    number = as_number(value)
    return number if isinstance(number, float) else float(np.mean(number))


def shown(value: float, is_short: bool = False) -> str:
    """Four digits behind the point, or of a small number; of a negative one in short lines."""
    size = value if is_short else abs(value)
    return f"{value:.4f}" if size > 1e-3 else f"{value:.4e}"


def time_of(seconds: float) -> str:
    """The time of a step in seconds, or where it is short in thousandths or millionths."""
    if seconds >= 1 or not seconds:
        return f"{seconds:.0f}s"
    return f"{seconds * 1e3:.0f}ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f}us"
