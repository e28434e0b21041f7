"""`Adaptive...Pooling`, spectrograms, and `ReversibleEmbedding` of Keras 3."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
SOUND = np.sin(np.arange(2 * 200 * 2) ** 1.5 / 40).reshape(2, 200, 2).astype("float32")


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_pooling_to_a_size(axes):
    x = np.arange(2 * 6**axes * 2, dtype=np.float32).reshape(2, *[6] * axes, 2)
    blocks = x.reshape(2, *[3, 2] * axes, 2)
    within = tuple(range(2, 2 * axes + 2, 2))
    for kind, reduce in (("Average", np.mean), ("Max", np.max)):
        layer = getattr(layers, f"Adaptive{kind}Pooling{axes}D")
        np.testing.assert_allclose(layer(3)(x), reduce(blocks, axis=within), rtol=1e-5)
        first = layer((3,) * axes, data_format="channels_first")(np.moveaxis(x, -1, 1))
        np.testing.assert_allclose(np.moveaxis(first, 1, -1), layer(3)(x), rtol=1e-5)
        assert tuple(layer(3).get_config()["output_size"]) == (3,) * axes
        assert tuple(layer(3).compute_output_shape(x.shape)) == (2, *[3] * axes, 2)
        with pytest.raises(TypeError, match="`output_size` must be an integer or"):
            layer("3")
    with pytest.raises(ValueError, match="length 1"):
        layers.AdaptiveMaxPooling1D((1, 2))


def spectra(length, step):
    """Of windows of a sound, `[batch, time, frequencies, channels]`."""
    starts = range(0, SOUND.shape[1] - length + 1, step)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / (length - 1))
    frames = np.stack([SOUND[:, i : i + length] for i in starts], 1)
    weights = window / np.sqrt((window**2).sum())
    return np.fft.rfft(frames * weights[:, None], axis=2)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("real", np.real),
        ("imag", np.imag),
        ("magnitude", np.abs),
        ("log", lambda z: np.log(abs(z))),
        ("stft", lambda z: np.concatenate([z.real, z.imag], 2)),
    ],
)
def test_spectrograms(mode, expected):
    layer = layers.STFTSpectrogram(mode, frame_length=16, frame_step=10, expand_dims=True)
    found = np.asarray(layer(SOUND))
    wanted = expected(spectra(16, 10))
    apart = abs(np.exp(found) - np.exp(wanted)) if mode == "log" else abs(found - wanted)
    assert found.shape == wanted.shape
    assert apart.max() < 2e-3
    beside = layers.STFTSpectrogram(mode, frame_length=16, frame_step=10)(SOUND)
    np.testing.assert_allclose(
        beside, np.moveaxis(found, 3, 2).reshape(*beside.shape), rtol=1e-5, atol=1e-6
    )


def test_the_power_counts_both_sides():
    layer = layers.STFTSpectrogram("psd", frame_length=16, frame_step=8, expand_dims=True)
    power = abs(spectra(16, 8)) ** 2
    power[:, :, 1:-1] *= 2
    np.testing.assert_allclose(layer(SOUND), power, atol=1e-4)
    assert [tuple(weight.shape) for weight in layer.trainable_weights] == [(16, 1, 9)] * 2


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "power"},
        {"frame_step": 300},
        {"fft_length": 128},
        {"padding": "causal"},
        {"scaling": "linear"},
    ],
)
def test_what_a_spectrogram_refuses(options):
    with pytest.raises(ValueError, match="Received"):
        layers.STFTSpectrogram(**options)


def test_mel_spectrograms():
    layer = layers.MelSpectrogram(fft_length=64, sequence_stride=40, num_mel_bins=6)
    found = np.asarray(layer(SOUND[..., 0]))
    assert found.shape == (2, 6, 6)
    assert found.max() - found.min() == pytest.approx(80.0, abs=1e-3)  # what `top_db` leaves
    np.testing.assert_allclose(layer(SOUND[0, :, 0]), found[0], atol=1e-3)
    linear = layers.MelSpectrogram(
        fft_length=64, sequence_stride=40, num_mel_bins=6, power_to_db=False
    )
    decibels = 10 * np.log10(np.maximum(linear(SOUND[..., 0]), 1e-10))
    np.testing.assert_allclose(found, np.maximum(decibels, found.max() - 80), atol=1e-3)
    assert layer.get_config()["sequence_length"] == 64
    with pytest.raises(ValueError, match="greater than or equal to"):
        layers.MelSpectrogram(fft_length=64, sequence_length=65)


def test_an_embedding_and_back():
    layer = layers.ReversibleEmbedding(6, 4)
    vectors = layer(np.array([[1, 0, 5]]))
    table = np.asarray(layer.embeddings)
    np.testing.assert_allclose(layer(vectors, reverse=True), vectors @ table.T, rtol=1e-5)
    assert len(layer.weights) == 1
    config = layer.get_config()
    assert (config["tie_weights"], config["reverse_dtype"], config["logit_soft_cap"]) == (
        *(True, None, None),
    )


def test_scores_from_weights_of_their_own():
    layer = layers.ReversibleEmbedding(6, 4, tie_weights=False, logit_soft_cap=0.5)
    vectors = layer(np.array([[1, 2]]))
    assert [tuple(weight.shape) for weight in layer.weights] == [(6, 4), (4, 6)]
    scores = vectors @ np.asarray(layer.reverse_embeddings)
    found = layer(vectors, reverse=True)
    np.testing.assert_allclose(found, np.tanh(scores / 0.5) * 0.5, rtol=1e-4)
