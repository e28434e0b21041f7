"""Sound in WAV files of 16 bits, as numbers between -1 and 1."""

from __future__ import annotations

import io
import wave
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .. import _core, errors

if TYPE_CHECKING:
    from .._typing import IntLike, TensorLike

_FULL = 32768.0  # the magnitude that stands for 1


class DecodeWav(NamedTuple):
    """What `decode_wav` returns."""

    audio: _core.Tensor
    sample_rate: _core.Tensor


def decode_wav(
    contents: TensorLike,
    desired_channels: int = -1,
    desired_samples: int = -1,
    name: str | None = None,
) -> DecodeWav:
    """The sound in the bytes of a WAV file of 16 bits, `[samples, channels]`, and its rate in Hz.

    Numbers are float32 in -1 ... 1, the rate is int32. Where more channels or samples are desired
    than there are, the last channel is repeated, and silence follows. `InvalidArgumentError` for
    what is no such file.

    >>> data = tf.audio.encode_wav([[0.0], [0.5], [-1.0]], 8000)
    >>> audio, rate = tf.audio.decode_wav(data, desired_samples=4)
    >>> audio.numpy().tolist(), int(rate)
    ([[0.0], [0.5], [-1.0], [0.0]], 8000)
    """
    sound, rate = _read(_core.convert_to_tensor(contents, _core.string).numpy())
    samples, channels = sound.shape
    wanted = channels if desired_channels < 0 else desired_channels
    sound = sound[:, np.minimum(np.arange(wanted), channels - 1)]
    if desired_samples >= 0:
        missing = max(desired_samples - samples, 0)
        sound = np.pad(sound[:desired_samples], [(0, missing), (0, 0)])
    return DecodeWav(_core.constant(sound), _core.constant(rate, dtype=_core.int32))


def _read(data: bytes) -> tuple[np.ndarray, int]:
    try:
        with wave.open(io.BytesIO(data)) as file:
            width, channels, count = file.getsampwidth(), file.getnchannels(), file.getnframes()
            rate, frames = file.getframerate(), file.readframes(count)
    except (wave.Error, EOFError) as error:
        raise _invalid(f"the data are no WAV file: {str(error) or 'they are too short'}") from error
    if width != 2:
        raise _invalid(f"Can only read 16-bit WAV files, but received {8 * width}")
    if len(frames) < count * channels * width:
        raise _invalid("Data too short when trying to read string")
    return np.frombuffer(frames, "<i2").reshape(-1, channels).astype("float32") / _FULL, rate


def _invalid(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, f"{text} [Op:DecodeWav]")


def encode_wav(audio: TensorLike, sample_rate: IntLike, name: str | None = None) -> _core.Tensor:
    """A WAV file of 16 bits, as a scalar string: `audio` is `[samples, channels]` in -1 ... 1.

    What is outside is cut off. `InvalidArgumentError` for another rank.

    >>> len(tf.audio.encode_wav([[0.0], [0.5]], 8000).numpy())
    48
    """
    sound = _core.convert_to_tensor(audio, _core.float32).numpy()
    if sound.ndim != 2:
        text = f"audio must be 2-dimensional, and has the shape {list(sound.shape)} [Op:EncodeWav]"
        raise errors.InvalidArgumentError(None, None, text)
    if not (0 < sound.shape[1] < 2**15 and 0 < int(sample_rate) < 2**15 * 2**15):
        text = f"no WAV file has {sound.shape[1]} channels and a rate of {int(sample_rate)}"
        raise errors.InvalidArgumentError(None, None, f"{text} [Op:EncodeWav]")
    whole = np.clip(np.rint(np.nan_to_num(sound) * _FULL), -_FULL, _FULL - 1).astype("<i2")
    memory = io.BytesIO()
    with wave.open(memory, "wb") as file:
        file.setnchannels(sound.shape[1])
        file.setsampwidth(2)
        file.setframerate(int(sample_rate))
        file.writeframes(whole.tobytes())
    return _core.constant(memory.getvalue(), dtype=_core.string)
