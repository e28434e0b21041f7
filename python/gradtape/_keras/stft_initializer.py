"""`STFTInitializer`: convolutions that are a short-time Fourier transform."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .arguments import Argument, Declared, Flag, argument
from .initializer import Initializer, registry
from .settings import dtype_or_default

if TYPE_CHECKING:
    from .._typing import Array, DTypeLike, ShapeLike


class Side(Argument[str, str]):
    """ "real" or "imag"."""

    def convert(self, owner: Any, value: str) -> str:
        if value not in ("real", "imag"):
            raise ValueError(f"side should be 'real' or 'imag', not {value}")
        return value


class Window(Argument[Any, Any]):
    """The name of a window, its values, or None for none."""

    def convert(self, owner: Any, value: Any) -> Any:
        if isinstance(value, str) and value not in _KNOWN:
            raise ValueError(f"Unknown window {value!r}. Known: {', '.join(sorted(_KNOWN))}")
        return value


class Scaling(Argument[str | None, str | None]):
    """ "density", "spectrum", or None for none."""

    def convert(self, owner: Any, value: str | None) -> str | None:
        if value not in ("density", "spectrum", None):
            raise ValueError(
                "Scaling is invalid, it must be `None`, 'density' or 'spectrum'. Received "
                f"scaling={value}"
            )
        return value


def _of_cosines(*shares: float) -> Callable[[Array], Array]:
    """A window that is a sum of cosines of as many turns as their place says, at -1 to 1."""
    turns = np.arange(len(shares))
    return lambda at: np.cos(np.pi * np.outer(at, turns)) @ np.array(shares)


def _parzen(at: Array) -> Array:
    inner = 1.0 - 6.0 * at**2 * (1.0 - abs(at))
    return np.where(abs(at) <= 0.5, inner, 2.0 * (1.0 - abs(at)) ** 3)


def _tukey(at: Array) -> Array:
    """Half of it flat."""
    return np.where(abs(at) <= 0.5, 1.0, 0.5 * (1.0 + np.cos(2.0 * np.pi * (abs(at) - 0.5))))


def _bohman(at: Array) -> Array:
    return (1.0 - abs(at)) * np.cos(np.pi * abs(at)) + np.sin(np.pi * abs(at)) / np.pi


# Windows as functions of the place, -1 at the first and 1 at the last sample.
_WINDOWS: dict[str, Callable[[Array], Array]] = {
    "hann": _of_cosines(0.5, 0.5),
    "hamming": _of_cosines(0.54, 0.46),
    "blackman": _of_cosines(0.42, 0.5, 0.08),
    "nuttall": _of_cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411),
    "blackmanharris": _of_cosines(0.35875, 0.48829, 0.14128, 0.01168),
    "flattop": _of_cosines(0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368),
    "bartlett": lambda at: 1.0 - abs(at),
    "barthann": lambda at: 0.62 - 0.24 * abs(at) + 0.38 * np.cos(np.pi * at),
    "bohman": _bohman,
    "tukey": _tukey,
    "boxcar": np.ones_like,
}
# The first and the last sample of these lie within the window, by a share of the step.
_WITHIN: dict[str, Callable[[Array], Array]] = {
    "cosine": lambda at: np.cos(np.pi * at / 2.0),
    "parzen": _parzen,
}
_ALSO_CALLED = {"hanning": "hann", "rectangular": "boxcar", "rect": "boxcar", "ones": "boxcar"}


def _window(name: str, length: int, periodic: bool) -> Array:
    """The window of this name; a periodic one lacks the last sample of one that is longer by 1."""
    name = _ALSO_CALLED.get(name, name)
    whole = length + periodic
    if whole == 1:
        return np.ones(length)
    if name in _WITHIN:
        found = _WITHIN[name]((2.0 * np.arange(whole) + 1.0) / whole - 1.0)
    else:
        found = _WINDOWS[name](2.0 * np.arange(whole) / (whole - 1) - 1.0)
    return found[:length]


_KNOWN = {*_WINDOWS, *_WITHIN, *_ALSO_CALLED}


@registry.add("STFT", "stft")
class STFTInitializer(Initializer, Declared):
    """The kernel of a convolution that is one part of a short-time Fourier transform.

    The shape is `[length of the window, 1, frequencies]`. Entry `[t, 0, f]` is the cosine, or for
    the side "imag" minus the sine, of `2 pi t f / (2 (frequencies - 1))`, times the window, which
    `scaling` divides by its norm ("density") or its sum ("spectrum"). `ValueError` for a window of
    another length.

    >>> import gradtape as tf
    >>> kernel = tf.keras.initializers.STFTInitializer("real", window=None)([4, 1, 3])
    >>> abs(kernel.numpy().round(3))[:, 0, 1].tolist()
    [1.0, 0.0, 1.0, 0.0]
    """

    side: Side = argument(default="real")
    window: Window = argument(default="hann")
    scaling: Scaling = argument(default="density")
    periodic: Flag = argument(default=False)

    def __call__(self, shape: ShapeLike, dtype: DTypeLike = None, **kwargs: Any) -> _core.Tensor:
        length, _, count = _core.TensorShape(shape).as_list()
        angles = 2.0 * math.pi * np.outer(np.arange(length), np.arange(count)) / (2 * count - 2)
        kernel = np.cos(angles) if self.side == "real" else -np.sin(angles)
        return _core.cast(
            (kernel * self._weights(length)[:, None])[:, None], dtype_or_default(dtype)
        )

    def _weights(self, length: int) -> Array:
        """The window, scaled."""
        if self.window is None:
            return np.ones(length)
        made = self.window
        if isinstance(made, str):
            made = _window(made, length, self.periodic)
        made = np.asarray(made, "float64")
        if made.shape != (length,):
            raise ValueError(
                "The shape of `window` must be equal to [frame_length]. Received: window shape="
                f"{made.shape}"
            )
        if self.scaling is None:
            return made
        return made / (np.sqrt((made**2).sum()) if self.scaling == "density" else abs(made).sum())
