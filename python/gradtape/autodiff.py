"""Automatic differentiation."""

from ._core import GradientTape as GradientTape
