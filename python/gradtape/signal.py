"""Fourier transforms and windows."""

from ._core import (
    fftshift as fftshift,
    ifftshift as ifftshift,
)
