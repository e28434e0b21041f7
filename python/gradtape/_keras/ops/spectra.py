"""Fourier transforms. Complex numbers are pairs of tensors: real and imaginary parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core
from ..._signal import framing, spectra, windows
from ..promotion import floats, tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import IntLike, TensorLike

Pair = tuple[_core.Tensor, _core.Tensor]


def _joined(x: Any) -> _core.Tensor:
    """The complex tensor of a pair."""
    if not isinstance(x, list | tuple) or len(x) != 2:
        raise ValueError(
            f"Input `x` should be a tuple of two tensors - real and imaginary. Received: x={x}"
        )
    real, imag = map(tensor, x)
    if real.shape != imag.shape:
        raise ValueError(
            "Both the real and imaginary parts should have the same shape. Received: "
            f"x[0].shape = {real.shape}, x[1].shape = {imag.shape}"
        )
    if not (real.dtype.is_floating and imag.dtype.is_floating):
        raise ValueError(f"The tensors of input `x` are not of type float. Received: x={x}")
    return _core.complex(real, imag)


def _parts(x: _core.Tensor) -> Pair:
    return _core.real(x), _core.imag(x)


@operation
def fft(x: Pair) -> Pair:
    """The Fourier transform along the last axis.

    >>> real, imag = tf.keras.ops.fft(([1.0, 0.0], [0.0, 0.0]))
    >>> real.numpy().tolist()
    [1.0, 1.0]
    """
    return _parts(_core.fft(_joined(x)))


@operation
def fft2(x: Pair) -> Pair:
    """The Fourier transform along the last two axes.

    >>> real, imag = tf.keras.ops.fft2(([[1.0, 0.0]], [[0.0, 0.0]]))
    >>> real.numpy().tolist()
    [[1.0, 1.0]]
    """
    return _parts(_core.fft2d(_joined(x)))


@operation
def ifft2(x: Pair) -> Pair:
    """What `fft2` transforms into `x`.

    >>> real, imag = tf.keras.ops.ifft2(([[1.0, 1.0]], [[0.0, 0.0]]))
    >>> real.numpy().tolist()
    [[1.0, 0.0]]
    """
    return _parts(_core.ifft2d(_joined(x)))


def _length(fft_length: Any) -> Any:
    return None if fft_length is None else [int(fft_length)]


@operation
def rfft(x: TensorLike, fft_length: IntLike | None = None) -> Pair:
    """The first half of the Fourier transform of real numbers along the last axis.

    They are cut, or filled up with zeros, to `fft_length`.

    >>> real, imag = tf.keras.ops.rfft([1.0, 0.0, 0.0, 0.0])
    >>> real.numpy().tolist()
    [1.0, 1.0, 1.0]
    """
    (found,) = floats(x)
    return _parts(_core.rfft(found, _length(fft_length)))


@operation
def irfft(x: Pair, fft_length: IntLike | None = None) -> _core.Tensor:
    """The `fft_length` real numbers that `rfft` transforms into `x`.

    >>> tf.keras.ops.irfft(([1.0, 1.0, 1.0], [0.0, 0.0, 0.0])).numpy().tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    return _core.irfft(_joined(x), _length(fft_length))


# --- short-time spectra ---------------------------------------------------------------------------


@operation
def extract_sequences(
    x: TensorLike, sequence_length: IntLike, sequence_stride: IntLike
) -> _core.Tensor:
    """The pieces of the last axis of so many elements, each so much behind the one before.

    >>> tf.keras.ops.extract_sequences([1, 2, 3, 4, 5], 3, 2).numpy().tolist()
    [[1, 2, 3], [3, 4, 5]]
    """
    length, stride = int(sequence_length), int(sequence_stride)
    if length < 1 or stride < 1:
        raise ValueError(
            "`sequence_length` and `sequence_stride` must be positive. Received: "
            f"sequence_length={length}, sequence_stride={stride}"
        )
    return framing.frame(tensor(x), length, stride)


def _window(window: Any, length: int, size: int, dtype: _core.DType) -> _core.Tensor | None:
    """The weights of a frame, zeros around them up to the length of the transform."""
    if size < length:
        raise ValueError(
            "`fft_length` must equal or larger than `sequence_length`. Received: "
            f"sequence_length={length}, fft_length={size}"
        )
    if window is None:
        return None
    if isinstance(window, str):
        if window not in _WINDOWS:
            raise ValueError(
                'If a string is passed to `window`, it must be one of "hann", "hamming". '
                f"Received: window={window}"
            )
        weights = _WINDOWS[window](length, periodic=True, dtype=dtype)
    else:
        weights = tensor(window, dtype)
    if weights.shape.as_list() != [length]:
        raise ValueError(
            "The shape of `window` must be equal to [sequence_length]. Received: window "
            f"shape={weights.shape}"
        )
    before = (size - length) // 2
    return _core.pad(weights, [[before, size - length - before]])


_WINDOWS = {"hann": windows.hann_window, "hamming": windows.hamming_window}


def _given(weights: _core.Tensor | None) -> Any:
    """The function of a window that is there."""
    return None if weights is None else lambda length, dtype: weights


@operation
def stft(
    x: TensorLike, sequence_length: IntLike, sequence_stride: IntLike, fft_length: IntLike,
    window: str | TensorLike | None = "hann", center: bool = True,
) -> Pair:  # fmt: skip
    """The spectra of overlapping sequences of the last axis: `[..., sequences, frequencies]`.

    With `center` the input is mirrored at its ends, so that sequences are around their places.
    Errors: `TypeError` for other dtypes than float32 and float64.

    >>> tf.keras.ops.stft(tf.zeros([16]), 4, 2, 4)[0].shape
    TensorShape([9, 3])
    """
    found = tensor(x)
    if found.dtype not in (_core.float32, _core.float64):
        raise TypeError(
            f"Invalid input type. Expected `float32` or `float64`. Received: {found.dtype.name}"
        )
    length, size = int(sequence_length), int(fft_length)
    weights = _window(window, length, size, found.dtype)
    if center:
        widths = [[0, 0]] * (found.shape.rank - 1) + [[size // 2, size // 2]]
        found = _core.pad(found, widths, "REFLECT")
    return _parts(spectra.stft(found, size, int(sequence_stride), size, _given(weights)))


@operation
def istft(
    x: Pair, sequence_length: IntLike, sequence_stride: IntLike, fft_length: IntLike,
    length: IntLike | None = None, window: str | TensorLike | None = "hann", center: bool = True,
) -> _core.Tensor:  # fmt: skip
    """The `length` real numbers whose spectra are `x`, as `stft` makes them.

    >>> spectra = tf.keras.ops.stft(tf.range(16.0), 4, 2, 4)
    >>> tf.keras.ops.istft(spectra, 4, 2, 4).numpy().round(3).tolist()[:4]
    [0.0, 1.0, 2.0, 3.0]
    """
    found = _joined(x)
    stride, size = int(sequence_stride), int(fft_length)
    weights = _window(window, int(sequence_length), size, _core.real(found).dtype)
    inverse = None if weights is None else spectra.inverse_stft_window_fn(stride, _given(weights))
    signal = spectra.inverse_stft(found, size, stride, size, inverse)
    start = size // 2 if center else 0
    if length is not None:
        return signal[..., start : start + int(length)]
    return signal[..., start : signal.shape[-1] - start] if center else signal
