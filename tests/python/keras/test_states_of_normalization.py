"""`Normalization` lays what it has learned along the axes of the inputs that it was built for, and
goes on with that until `finalize_state`, which `adapt` and files of weights call."""

import numpy as np
import pytest
from library import ours, tf

layers = tf.keras.layers
X = np.array([[1.0, 10.0], [3.0, 30.0]], "float32")
NORMAL = [[-1.0, -1.0], [1.0, 1.0]]


def adapted():
    layer = layers.Normalization()
    layer.adapt(X)
    return layer


def model(layer):
    return tf.keras.Sequential([tf.keras.Input((2,)), layer])


def test_the_numbers_have_the_axes_of_the_inputs():
    for layer in (adapted(), layers.Normalization(mean=[2.0, 20.0], variance=[1.0, 100.0])):
        np.testing.assert_allclose(layer(X), NORMAL, rtol=1e-6)
        assert layer.mean.shape == layer.variance.shape == (1, 2)
        np.testing.assert_allclose(layer(X[1]), NORMAL[1:], rtol=1e-6)  # a row is a batch of one


def test_one_number_for_all_has_them_too():
    layer = layers.Normalization(axis=None, mean=2.0, variance=4.0)
    assert layer(X).shape == (2, 2)
    assert layer.mean.shape == (1, 1)
    np.testing.assert_allclose(layer(X[0]), [[-0.5, 4.0]])


def test_a_built_layer_has_learned_nothing():
    layer = layers.Normalization()
    layer.build((None, 2))
    np.testing.assert_array_equal(layer(X), X)
    np.testing.assert_array_equal(layer.mean, [[0.0, 0.0]])


def test_assigned_weights_wait_for_finalize_state():
    layer = layers.Normalization()
    layer.build((None, 2))
    layer.adapt_mean.assign([2.0, 20.0])
    layer.adapt_variance.assign([1.0, 100.0])
    np.testing.assert_array_equal(layer(X), X)
    layer.finalize_state()
    np.testing.assert_allclose(layer(X), NORMAL, rtol=1e-6)


def test_files_of_weights_call_it(tmp_path):
    pytest.importorskip("h5py")
    path = str(tmp_path / "it.weights.h5")
    model(adapted()).save_weights(path)
    other = model(layers.Normalization())
    other.load_weights(path)
    np.testing.assert_allclose(other(X), NORMAL, rtol=1e-6)


def test_files_of_models_do(tmp_path):
    path = str(tmp_path / "it.keras")
    model(adapted()).save(path)
    np.testing.assert_allclose(tf.keras.models.load_model(path)(X), NORMAL, rtol=1e-6)


@ours("Keras 2, and gradtape by itself")
@pytest.mark.parametrize("asked", ["0", "1"])
def test_set_weights_calls_it(monkeypatch, asked):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", asked)
    other = model(layers.Normalization())
    other.set_weights(adapted().get_weights())
    np.testing.assert_allclose(other(X), NORMAL, rtol=1e-6)


@ours("Keras 2")
def test_what_was_learned_can_be_forgotten(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    layer = adapted()
    layer.reset_state()
    layer.finalize_state()
    np.testing.assert_array_equal(layer(X), X)
    assert int(layer.count) == 0
