"""Automatic differentiation."""

from .._core import GradientTape as GradientTape
from .._namespace import TYPE_CHECKING, lazy

if TYPE_CHECKING:
    from .._autodiff.forward_accumulator import ForwardAccumulator as ForwardAccumulator
    from .._autodiff.functions import (
        hessian as hessian,
        hvp as hvp,
        jacobian as jacobian,
        jvp as jvp,
        vjp as vjp,
    )

_ON_FIRST_USE = {
    "_autodiff.forward_accumulator": ("ForwardAccumulator",),
    "_autodiff.functions": ("hessian", "hvp", "jacobian", "jvp", "vjp"),
}

__getattr__, __dir__ = lazy(__name__, _ON_FIRST_USE)
