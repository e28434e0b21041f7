"""Fourier transforms and windows."""

from ._core import (
    fftshift as fftshift,
)
from ._core import (
    ifftshift as ifftshift,
)
