"""Sound as pictures: `STFTSpectrogram`, whose kernels may be trained, and `MelSpectrogram`."""

from __future__ import annotations

import math
import warnings
from typing import Any

from .... import _core
from ...._signal.spectra import linear_to_mel_weight_matrix
from ...arguments import Argument, Flag, Number, OptionalInteger, argument
from ...base_layer.input_spec import InputSpec
from ...base_layer.layer import Layer
from ...base_layer.options import Count, LayerOptions
from ...settings import epsilon
from ...stft_initializer import Scaling, STFTInitializer, Window
from ..spatial import DataFormat

_MODES = ("log", "magnitude", "psd", "real", "imag", "angle", "stft")


class Mode(Argument[str, str]):
    """What of the spectrum comes out."""

    def convert(self, owner: Any, value: str) -> str:
        if value not in _MODES:
            raise ValueError(
                f"Output mode is invalid, it must be one of {', '.join(_MODES)}. Received: "
                f"mode={value}"
            )
        return value


class Ends(Argument[str, str]):
    """ "valid" or "same"."""

    def convert(self, owner: Any, value: str) -> str:
        if value not in ("valid", "same"):
            raise ValueError(
                f"Padding is invalid, it should be 'valid', 'same'. Received: padding={value}"
            )
        return value


class STFTSpectrogram(Layer, LayerOptions):
    """The spectra of windows of `[batch, time, channels]`, by convolutions.

    Frequencies of a channel stand side by side; with `expand_dims` on an axis of their own. The
    mode says whether the logarithm, the magnitude, the power, a part, the angle, or both parts
    come out.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.STFTSpectrogram("magnitude", frame_length=8, frame_step=4)
    >>> layer(tf.ones([2, 32, 1])).shape
    TensorShape([2, 7, 5])
    """

    real_kernel: Any
    imag_kernel: Any

    mode: Mode = argument(default="log")
    frame_length: Count = argument(default=256)
    frame_step: OptionalInteger = argument(default=None)
    fft_length: OptionalInteger = argument(default=None)
    window: Window = argument(default="hann")
    periodic: Flag = argument(default=False)
    scaling: Scaling = argument(default="density")
    padding: Ends = argument(default="valid")
    expand_dims: Flag = argument(default=False)
    data_format: DataFormat = argument(default=None)

    def _initialize(self) -> None:
        step, length, whole = self.frame_step, self.frame_length, self.fft_length
        if step is not None and not 1 <= step <= length:
            raise ValueError(
                "`frame_step` should be a positive integer not greater than `frame_length`. "
                f"Received frame_step={step}, frame_length={length}"
            )
        if whole is not None and whole < length:
            raise ValueError(
                "`fft_length` should be not less than `frame_length`. Received "
                f"fft_length={whole}, frame_length={length}"
            )
        if whole is not None and (whole & -whole) != whole:
            warnings.warn(
                f"`fft_length` is recommended to be a power of two. Received fft_length={whole}",
                stacklevel=3,
            )
        self._frame_step = step or length // 2
        self._fft_length = whole or 2 ** math.ceil(math.log2(length))
        self.input_spec = InputSpec(ndim=3)

    def build(self, input_shape: Any) -> None:
        shape = [self.frame_length, 1, self._fft_length // 2 + 1]
        for side, other in (("real", "imag"), ("imag", "real")):
            if self.mode != other:
                start = STFTInitializer(side, self.window, self.scaling, self.periodic)
                kernel = self.add_weight(f"{side}_kernel", shape, initializer=start)
                setattr(self, f"{side}_kernel", kernel)
        self.built = True

    def call(self, inputs: Any) -> Any:
        if inputs.dtype.name not in ("float16", "float32", "float64"):
            raise TypeError(
                "Invalid input type. Expected `float16`, `float32` or `float64`. Received: "
                f"input type={inputs.dtype.name}"
            )
        last = self.data_format == "channels_last"
        signal = _core.transpose(inputs, [0, 2, 1]) if last else inputs
        return self._laid(self._of_mode(signal))

    def _of_mode(self, signal: Any) -> Any:
        """What the mode asks for, `[batch, channels, time, frequencies]`."""
        if self.mode == "real":
            return self._part(signal, self.real_kernel)
        if self.mode == "imag":
            return self._part(signal, self.imag_kernel)
        real, imag = (self._part(signal, part) for part in (self.real_kernel, self.imag_kernel))
        if self.mode == "angle":
            return _core.atan2(imag, real)
        if self.mode == "stft":
            return _core.concat([real, imag], -1)
        power = _core.square(real) + _core.square(imag)
        if self.mode == "psd":  # frequencies between the ends stand for their negatives too
            return power + _core.pad(power[..., 1:-1], [[0, 0]] * 3 + [[1, 1]])
        magnitude = _core.sqrt(_core.maximum(power, epsilon()))
        if self.mode == "magnitude":
            return magnitude
        return _core.log(_core.maximum(magnitude, epsilon()))

    def _part(self, signal: Any, kernel: Any) -> Any:
        count, channels, length = signal.shape.as_list()
        rows = _core.reshape(signal, [count * channels, length, 1])
        kernel = _core.cast(kernel, signal.dtype)
        found = _core.conv1d(rows, kernel, self._frame_step, self.padding.upper())
        return _core.reshape(found, [count, channels, *found.shape.as_list()[1:]])

    def _laid(self, found: Any) -> Any:
        """The axes in the order of the format."""
        last = self.data_format == "channels_last"
        if self.expand_dims:
            return _core.transpose(found, [0, 2, 3, 1]) if last else found
        count, channels, steps, frequencies = found.shape.as_list()
        if last:
            beside = _core.transpose(found, [0, 2, 1, 3])
            return _core.reshape(beside, [count, steps, channels * frequencies])
        below = _core.transpose(found, [0, 1, 3, 2])
        return _core.reshape(below, [count, channels * frequencies, steps])


class MelSpectrogram(Layer, LayerOptions):
    """Sounds `[..., samples]` as energies `[..., mel bins, time]`, in decibels by default.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.MelSpectrogram(fft_length=64, sequence_stride=32, num_mel_bins=8)
    >>> layer(tf.ones([2, 320])).shape
    TensorShape([2, 8, 11])
    """

    fft_length: Count = argument(default=2048)
    sequence_stride: Count = argument(default=512)
    sequence_length: OptionalInteger = argument(default=None)
    window: Window = argument(default="hann")
    sampling_rate: Number = argument(default=16000)
    num_mel_bins: Count = argument(default=128)
    min_freq: Number = argument(default=20.0)
    max_freq: Number = argument(default=None)
    power_to_db: Flag = argument(default=True)
    top_db: Number = argument(default=80.0)
    mag_exp: Number = argument(default=2.0)
    min_power: Number = argument(default=1e-10)
    ref_power: Number = argument(default=1.0)

    def _initialize(self) -> None:
        self.sequence_length = self.sequence_length or self.fft_length
        self.max_freq = self.max_freq or int(self.sampling_rate / 2)
        if self.fft_length < self.sequence_length:
            raise ValueError(
                "`fft_length` must be greater than or equal to `sequence_length`. Received: "
                f"`sequence_length`={self.sequence_length}, `fft_length`={self.fft_length}."
            )

    def call(self, inputs: Any) -> Any:
        from ...ops.spectra import stft  # at call time: few programs need `keras.ops`

        kind = self._dtype if self._dtype.name in ("float32", "float64") else _core.float32
        sound = _core.cast(inputs, kind)
        size: Any = self.sequence_length
        step = self.sequence_stride
        real, imag = stft(sound, size, step, self.fft_length, self.window, center=True)
        magnitude = _core.sqrt(_core.square(real) + _core.square(imag))
        energies = self._in_bands(magnitude**self.mag_exp)
        if self.power_to_db:
            energies = self._in_decibels(energies)
        order = list(range(energies.shape.rank))
        order[-2:] = order[:-3:-1]
        return _core.cast(_core.transpose(energies, order), self._dtype)

    def _in_bands(self, spectrum: Any) -> Any:
        limits = float(self.min_freq), float(self.max_freq)
        bins = self.num_mel_bins, spectrum.shape[-1]
        matrix = linear_to_mel_weight_matrix(*bins, self.sampling_rate, *limits)
        return _core.tensordot(spectrum, _core.cast(matrix, spectrum.dtype), 1)

    def _in_decibels(self, energies: Any) -> Any:
        least = self.min_power
        found = 10.0 / math.log(10.0) * _core.log(_core.maximum(energies, least))
        found = found - 10.0 * math.log10(max(abs(self.ref_power), least))
        return _core.maximum(found, _core.reduce_max(found) - self.top_db)
