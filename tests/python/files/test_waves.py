"""Sound in WAV files."""

import io
import wave

import numpy as np
import pytest
from library import tf

SOUND = np.array([[0.0, 0.5], [1.0, -1.0], [-0.25, 2.0], [1e-5, -3.1e-5]], "float32")


def of_width(width):
    memory = io.BytesIO()
    with wave.open(memory, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(width)
        file.setframerate(100)
        file.writeframes(b"abcd")
    return memory.getvalue()


def test_there_and_back():
    data = tf.audio.encode_wav(SOUND, 8000)
    assert data.numpy()[:4] == b"RIFF"
    assert len(data.numpy()) == 44 + 2 * SOUND.size
    audio, rate = tf.audio.decode_wav(data)
    assert (int(rate), rate.dtype, audio.dtype) == (8000, tf.int32, tf.float32)
    expected = np.round(np.clip(SOUND * 32768, -32768, 32767)) / 32768
    np.testing.assert_array_equal(audio, expected)


def test_as_many_channels_and_samples_as_desired():
    data = tf.audio.encode_wav(SOUND[:2], 8000)
    one = tf.audio.decode_wav(data, desired_channels=1, desired_samples=1)
    assert one.audio.numpy().tolist() == [[0.0]]
    more = tf.audio.decode_wav(data, desired_channels=3, desired_samples=3).audio
    assert more.shape == [3, 3]
    np.testing.assert_array_equal(more[:2, 2], more[:2, 1])
    np.testing.assert_array_equal(more[2], [0.0, 0.0, 0.0])


@pytest.mark.parametrize("data", [b"", b"no sound", of_width(1), of_width(2)[:30]])
def test_what_is_no_such_file(data):
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.audio.decode_wav(data)


def test_sound_of_another_rank():
    with pytest.raises(tf.errors.InvalidArgumentError, match="2-dimensional"):
        tf.audio.encode_wav(SOUND[0], 8000)


@pytest.mark.parametrize("shape_and_rate", [((2, 0), 8000), ((2, 1), 0)])
def test_what_fits_no_file(shape_and_rate):
    shape, rate = shape_and_rate
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.audio.encode_wav(np.zeros(shape, "float32"), rate)
