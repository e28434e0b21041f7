"""Layers that hash, convolutional LSTM, CTC, and what else came with them: Keras's own numbers."""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
layers = keras.layers
WORDS = [["A"], ["B"], ["C"], [""], ["E"]]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [4, 3, 2, 3, 2]),
        ({"salt": 1}, [3, 4, 0, 2, 2]),
        ({"salt": [133, 137]}, [4, 0, 2, 0, 4]),
        ({"mask_value": ""}, [1, 1, 4, 0, 1]),
    ],
)
def test_hashing(options, expected):
    found = layers.Hashing(num_bins=5, **options)(tf.constant(WORDS))
    assert np.asarray(found).ravel().tolist() == expected


@pytest.mark.parametrize("mode", ["one_hot", "multi_hot", "count"])
def test_hashing_as_vectors_and_of_numbers(mode):
    found = layers.Hashing(num_bins=5, output_mode=mode)(tf.constant(WORDS))
    assert np.asarray(found).argmax(-1).tolist() == [4, 3, 2, 3, 2]
    found = layers.Hashing(num_bins=7)(tf.constant([[1], [2], [-30]]))
    assert np.asarray(found).ravel().tolist() == [5, 5, 3]


def test_hashed_crossing():
    first, second = tf.constant(["A", "B", "A", "B", "A"]), tf.constant([101, 101, 101, 102, 102])
    layer = layers.HashedCrossing(num_bins=5)
    assert np.asarray(layer((first, second))).tolist() == [1, 4, 1, 1, 3]
    layer = layers.HashedCrossing(num_bins=5, output_mode="one_hot")
    found = np.asarray(layer((tf.constant(["A", "B"]), tf.constant([1, 2]))))
    assert found.tolist() == [[1.0, 0, 0, 0, 0], [0, 1.0, 0, 0, 0]]


@pytest.mark.parametrize(
    "make",
    [
        lambda: layers.Hashing(num_bins=0),
        lambda: layers.Hashing(num_bins=3, salt="a"),
        lambda: layers.Hashing(num_bins=3, output_mode="many"),
        lambda: layers.HashedCrossing(num_bins=None),
        lambda: layers.HashedCrossing(num_bins=3)([tf.constant(["a"])]),
        lambda: layers.HashedCrossing(num_bins=3)([tf.constant(["a"]), tf.constant([1.0])]),
    ],
)
def test_refused_arguments(make):
    with pytest.raises(ValueError):
        make()


def test_lookups_with_several_places_for_what_is_not_known():
    layer = layers.StringLookup(vocabulary=["a", "b"], num_oov_indices=3)
    found = layer(tf.constant(["a", "q", "w", "e", "r", "t"]))
    assert np.asarray(found).tolist() == [3, 2, 2, 1, 1, 1]


def test_convolutional_lstm():
    options = {"kernel_initializer": "ones", "recurrent_initializer": "ones"}
    layer = layers.ConvLSTM2D(2, 3, return_sequences=True, return_state=True, **options)
    outputs, h, c = layer(tf.ones([1, 3, 5, 5, 1]) * 0.01)
    assert [tuple(x.shape) for x in (outputs, h, c)] == [
        (1, 3, 3, 3, 2),
        (1, 3, 3, 2),
        (1, 3, 3, 2),
    ]
    found = np.asarray(outputs)[0, :, 1, 1, 0]
    np.testing.assert_allclose(found, [0.02449, 0.20874, 0.7895], rtol=1e-3)


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_convolutional_lstm_in_a_model(axes):
    layer = {1: layers.ConvLSTM1D, 2: layers.ConvLSTM2D, 3: layers.ConvLSTM3D}[axes]
    made = layer(2, 2, strides=2, padding="same", dropout=0.1, name="memory")
    model = keras.Sequential([keras.Input([None, *[4] * axes, 1]), made, layers.Flatten()])
    assert model(tf.ones([2, 3, *[4] * axes, 1])).shape == (2, 2 * 2**axes)
    assert [tuple(w.shape) for w in made.weights] == [(*[2] * axes, c, 8) for c in (1, 2)] + [(8,)]
    again = type(made).from_config(made.get_config())
    assert again.get_config() == made.get_config()


def test_connectionist_temporal_classification():
    y = np.array([[1, 2, 1], [2, 1, 0]])
    p = np.random.RandomState(0).rand(2, 6, 4).astype("float32")
    np.testing.assert_allclose(keras.losses.ctc(y, p), [3.7607, 4.5081], rtol=1e-4)
    np.testing.assert_allclose(keras.losses.CTC()(y, p), 4.1344, rtol=1e-4)
    p /= p.sum(-1, keepdims=True)
    found = keras.backend.ctc_batch_cost(y, p, np.array([[6], [6]]), np.array([[3], [2]]))
    np.testing.assert_allclose(found, [[3.7814], [4.146]], rtol=1e-4)


@ours("Keras 3 has no function, placeholder and get_uid; STFTInitializer wants SciPy")
def test_more_of_keras_2s_backend_and_an_initializer():
    backend = keras.backend
    x = backend.placeholder((None, 2))
    run = backend.function([x], [x * 2.0])
    assert run([np.ones([1, 2])])[0].tolist() == [[2.0, 2.0]]
    prefix = "test_more"
    assert [backend.get_uid(prefix), backend.get_uid(prefix)] == [1, 2]
    step = lambda x, states: (x + states[0], [x + states[0]])  # noqa: E731
    zeros = [tf.zeros([1, 1])]
    outputs = backend.rnn(step, tf.ones([1, 3, 1]), zeros, go_backwards=True)[1]
    assert outputs.numpy().ravel().tolist() == [1.0, 2.0, 3.0]
    kernel = keras.initializers.STFTInitializer("real")([4, 1, 3]).numpy()
    np.testing.assert_allclose(kernel[1, 0], [0.7071, 0, -0.7071], atol=1e-4)
    assert float(abs(keras.initializers.get("stft")([4, 1, 3])).numpy().max()) < 0.71
    labels, _ = backend.ctc_decode([[[0.9, 0.1], [0.1, 0.9]]], [2], greedy=False, top_paths=1)
    assert labels[0].numpy().tolist() == [[0, -1]]
