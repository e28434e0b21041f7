"""Checking gradients against finite differences, for users' own functions."""

from ._autodiff.checking import (
    check_gradients as check_gradients,
)
