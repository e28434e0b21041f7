"""Gamma distributions, whose samples move with the shape parameter.

Invariant: what is drawn is the core's; the gradient with respect to `alpha` is added to it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._autodiff.custom_gradients import custom_gradient
from .seeds import takes_any_seed

if TYPE_CHECKING:
    from .._typing import TensorLike

# The least normal number of each dtype: samples are not 0, so that they have logarithms.
_LEAST = {"float16": 2.0**-14, "bfloat16": 2.0**-126, "float32": 2.0**-126, "float64": 2.0**-1022}


def random_gamma_grad(
    alpha: TensorLike, sample: TensorLike, name: str | None = None
) -> _core.Tensor:
    """The derivative of a sample of a gamma distribution by its shape parameter.

    That is how the sample moves if the share of smaller samples stays what it is.

    >>> float(tf.raw_ops.RandomGammaGrad(alpha=1.0, sample=1.0)) > 1.0
    True
    """
    sample = _core.convert_to_tensor(sample)
    a, x = (_core.cast(value, _core.float64) for value in (alpha, sample))
    density = _core.exp((a - 1.0) * _core.log(x) - x - _core.lgamma(a))
    return _core.cast(-_core._igamma_grad_a(a, x) / density, sample.dtype)


def _moving(draw: Callable[..., _core.Tensor]) -> Callable[..., Any]:
    """The function, whose results have a gradient with respect to `alpha`."""

    @functools.wraps(draw)
    def drawn(*args: Any, **kwargs: Any) -> _core.Tensor:
        sample = draw(*args, **kwargs)
        if _core.is_recording():
            sample = _with_gradient(draw, sample, args, kwargs)
        return _core.maximum(_LEAST[sample.dtype.name], sample)

    return drawn


def _with_gradient(
    draw: Callable[..., _core.Tensor], sample: _core.Tensor, args: Any, kwargs: Any
) -> _core.Tensor:
    import inspect  # costs milliseconds, and most programs draw no gammas

    given = inspect.signature(draw).bind(*args, **kwargs).arguments
    alpha, beta = given["alpha"], given.get("beta")
    if not _core.is_tensor(alpha):
        return sample  # a number of Python's, which nothing can watch
    rate = 1.0 if beta is None else _core.cast(beta, sample.dtype)
    shape = _core.broadcast_to(_core.cast(alpha, sample.dtype), sample.shape)
    return sample + _nothing(shape, _core.stop_gradient(sample * rate)) / rate


@custom_gradient
def _nothing(alpha: _core.Tensor, sample: _core.Tensor) -> Any:
    """Zeros, with the gradient that standard samples have with respect to `alpha`."""
    return _core.zeros_like(sample), lambda upstream: (
        upstream * random_gamma_grad(alpha, sample),
        None,
    )


gamma = _moving(takes_any_seed(_core.random_gamma))
stateless_gamma = _moving(_core.stateless_gamma)
