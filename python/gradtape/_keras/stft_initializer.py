"""`STFTInitializer`: convolutions that are a short-time Fourier transform."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._signal.windows import hamming_window, hann_window
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
        if isinstance(value, str) and value not in _WINDOWS:
            raise ValueError(f"Unknown window {value!r}. Known: {', '.join(sorted(_WINDOWS))}")
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


_WINDOWS = {"hann": hann_window, "hamming": hamming_window}


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
            made = _WINDOWS[made](length, self.periodic, _core.float64).numpy()
        made = np.asarray(made, "float64")
        if made.shape != (length,):
            raise ValueError(
                "The shape of `window` must be equal to [frame_length]. Received: window shape="
                f"{made.shape}"
            )
        if self.scaling is None:
            return made
        return made / (np.sqrt((made**2).sum()) if self.scaling == "density" else abs(made).sum())
