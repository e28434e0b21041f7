"""Short-time spectra of signals, their inverses, and the mel scale."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._structure.taken_over import taken_over
from .cosines import dct
from .framing import frame, overlap_and_add
from .windows import hann_window, vorbis_window

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntLike, TensorLike

_Window = Callable[..., Any] | None


def _power_of_two(length: int) -> int:
    return 1 << max(length - 1, 0).bit_length()


@taken_over
def stft(
    signals: TensorLike,
    frame_length: IntLike,
    frame_step: TensorLike,
    fft_length: IntLike | None = None,
    window_fn: _Window = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """The spectra of overlapping frames: `[..., samples]` to `[..., frames, fft_length / 2 + 1]`.

    `fft_length` is the next power of two by default; `window_fn(frame_length, dtype=...)` weighs
    each frame. Differentiable.

    >>> tf.signal.stft(tf.zeros([100]), frame_length=20, frame_step=10).shape.as_list()
    [9, 17]
    """
    samples = _core.convert_to_tensor(signals)
    if samples.shape.rank < 1:
        raise ValueError(f"Shape {samples.shape} must have rank at least 1")
    length = int(frame_length)
    size = _power_of_two(length) if fft_length is None else int(fft_length)
    frames = frame(samples, length, frame_step, pad_end=pad_end)
    if window_fn is not None:
        frames = frames * window_fn(length, dtype=frames.dtype)
    return _core.rfft(frames, [size])


@taken_over
def inverse_stft(
    stfts: TensorLike,
    frame_length: IntLike,
    frame_step: TensorLike,
    fft_length: IntLike | None = None,
    window_fn: _Window = hann_window,
    name: str | None = None,
) -> _core.Tensor:
    """Frames from their spectra, weighed and added up where they overlap.

    With `window_fn=inverse_stft_window_fn(frame_step, ...)` it inverts `stft` away from the ends.

    >>> tf.signal.inverse_stft(tf.zeros([9, 17], tf.complex64), 20, 10).shape.as_list()
    [100]
    """
    spectra = _core.convert_to_tensor(stfts)
    if spectra.shape.rank < 2:
        raise ValueError(f"Shape {spectra.shape} must have rank at least 2")
    length = int(frame_length)
    size = _power_of_two(length) if fft_length is None else int(fft_length)
    frames = _core.irfft(spectra, [size])[..., :length]
    if size < length:
        frames = _core.pad(frames, [[0, 0]] * (frames.shape.rank - 1) + [[0, length - size]])
    if window_fn is not None:
        frames = frames * window_fn(length, dtype=frames.dtype)
    return overlap_and_add(frames, frame_step)


def inverse_stft_window_fn(
    frame_step: IntLike,
    forward_window_fn: Callable[..., Any] = hann_window,
    name: str | None = None,
) -> Callable[..., Any]:
    """The window with which `inverse_stft` undoes a `stft` that used `forward_window_fn`.

    >>> window = tf.signal.inverse_stft_window_fn(2)(4, dtype=tf.float32)
    >>> window.numpy().round(4).tolist()
    [0.0, 1.0, 1.0, 1.0]
    """
    step = int(frame_step)

    def window(frame_length: int, dtype: _core.DType) -> _core.Tensor:
        length = int(frame_length)
        forward = forward_window_fn(length, dtype=dtype)
        overlaps = -(-length // step)
        power = _core.pad(_core.square(forward), [[0, overlaps * step - length]])
        total = _core.reduce_sum(_core.reshape(power, [overlaps, step]), 0)
        return forward / _core.tile(total, [overlaps])[:length]

    return window


@taken_over
def mdct(
    signals: TensorLike,
    frame_length: IntLike,
    window_fn: _Window = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The modified cosine transform (Princen and Bradley): `[..., frames, frame_length / 2]`.

    `ValueError` unless 4 divides `frame_length`.

    >>> tf.signal.mdct(tf.zeros([16]), 8).shape.as_list()
    [3, 4]
    """
    samples = _core.convert_to_tensor(signals, dtype_hint=_core.float32)
    length = int(frame_length)
    if length % 4:
        raise ValueError("The frame length must be a multiple of 4.")
    frames = frame(samples, length, length // 2, pad_end=pad_end)
    a, b, c, d = _core.split(_weighed(frames, window_fn), 4, axis=-1)
    first = -_core.reverse(c, [-1]) - d
    return dct(_core.concat([first, a - _core.reverse(b, [-1])], -1), type=4, norm=norm)


def _weighed(frames: _core.Tensor, window_fn: _Window) -> _core.Tensor:
    if window_fn is None:
        return frames * math.sqrt(0.5)
    return frames * window_fn(frames.shape[-1], dtype=frames.dtype)


@taken_over
def inverse_mdct(
    mdcts: TensorLike,
    window_fn: _Window = vorbis_window,
    norm: str | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """The inverse of `mdct`, away from the first and last half frame.

    >>> tf.signal.inverse_mdct(tf.zeros([3, 4])).shape.as_list()
    [16]
    """
    spectra = _core.convert_to_tensor(mdcts, dtype_hint=_core.float32)
    half = spectra.shape[-1]
    back = dct(spectra, type=4, norm=norm)
    if norm is None:
        back = back * (0.5 / half)
    first, second = _core.split(back, 2, axis=-1)
    parts = [second, -_core.reverse(second, [-1]), -_core.reverse(first, [-1]), -first]
    return overlap_and_add(_weighed(_core.concat(parts, -1), window_fn), half)


@taken_over
def mfccs_from_log_mel_spectrograms(
    log_mel_spectrograms: Any, name: str | None = None
) -> _core.Tensor:
    """Cepstral coefficients: the cosine transform of log mel spectra, as HTK scales it.

    >>> tf.signal.mfccs_from_log_mel_spectrograms([[1.0, 1.0]]).numpy().round(4).tolist()
    [[2.0, 0.0]]
    """
    spectra = _core.convert_to_tensor(log_mel_spectrograms, dtype_hint=_core.float32)
    bins = spectra.shape[-1]
    if bins == 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {log_mel_spectrograms}")
    return dct(spectra, type=2) * (1.0 / math.sqrt(bins * 2.0))


def _mel(hertz: _core.Tensor) -> _core.Tensor:
    return 1127.0 * _core.log(1.0 + hertz / 700.0)


def linear_to_mel_weight_matrix(
    num_mel_bins: int = 20,
    num_spectrogram_bins: Any = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: Any = 125.0,
    upper_edge_hertz: Any = 3800.0,
    dtype: DTypeLike = _core.float32,
    name: str | None = None,
) -> _core.Tensor:
    """The matrix `[num_spectrogram_bins, num_mel_bins]` of triangles that are even in mel.

    It is computed in `dtype`, as TensorFlow does: slopes are quotients of small differences.
    `ValueError` for edges that are negative, out of order, or above half the sample rate.

    >>> tf.signal.linear_to_mel_weight_matrix(4, 9).shape.as_list()
    [9, 4]
    """
    rate, low, high = float(sample_rate), float(lower_edge_hertz), float(upper_edge_hertz)
    _check_mel(num_mel_bins, rate, low, high, dtype)
    zero, half, low_edge, high_edge = (_core.constant(x, dtype) for x in (0.0, rate / 2, low, high))
    here = _mel(_core.linspace(zero, half, int(num_spectrogram_bins))[1:])[:, None]
    edges = _core.linspace(_mel(low_edge), _mel(high_edge), int(num_mel_bins) + 2)
    left, middle, right = edges[:-2], edges[1:-1], edges[2:]
    up, down = (here - left) / (middle - left), (right - here) / (right - middle)
    weights = _core.maximum(zero, _core.minimum(up, down))
    return _core.pad(weights, [[1, 0], [0, 0]])


def _check_mel(bins: Any, rate: float, low: float, high: float, dtype: DTypeLike) -> None:
    if int(bins) <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {bins}")
    if low < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {low}")
    if low >= high:
        raise ValueError(f"lower_edge_hertz {low:.1f} >= upper_edge_hertz {high:.1f}")
    if rate <= 0.0:
        raise ValueError(f"sample_rate must be positive. Got: {rate}")
    if high > rate / 2:
        raise ValueError(
            "upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). "
            f"Got {high} for sample_rate: {rate}"
        )
    if not _core.as_dtype(dtype).is_floating:
        raise ValueError(f"dtype must be a floating point type. Got: {dtype}")
