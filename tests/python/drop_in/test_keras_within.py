"""`tensorflow.python.keras` draws initial weights from the global generator."""

import importlib
import random

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


@pytest.fixture
def layers():
    return importlib.import_module("tensorflow.python.keras.layers")


@pytest.fixture
def initializers():
    return importlib.import_module("tensorflow.python.keras.initializers")


def uniform(inputs, outputs):
    limit = (6.0 / (inputs + outputs)) ** 0.5
    return tf.random.uniform([inputs, outputs], -limit, limit).numpy()


def test_layers_draw_one_after_the_other(layers):
    tf.random.set_seed(0)
    expected = [uniform(2, 8), uniform(8, 3)]
    tf.random.set_seed(0)
    first, second = layers.Dense(8), layers.Dense(3)
    second(first(tf.zeros([1, 2])))
    found = [first.kernel.numpy(), second.kernel.numpy()]
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_python_keeps_its_draws(layers, initializers):
    random.seed(1)
    expected = random.random()
    random.seed(1)
    layers.Dense(2, kernel_initializer="he_normal")(tf.zeros([1, 2]))
    layers.Dropout(0.5)(tf.zeros([1, 2]), training=True)
    initializers.RandomNormal()([2])
    initializers.get("orthogonal")([2, 2])
    assert random.random() == expected


def test_weights_of_a_program_s_own_layer(layers):
    class Own(layers.Layer):
        def build(self, shape):
            self.own = self.add_weight(name="own", shape=(2, 8), initializer="glorot_uniform")
            super().build(shape)

        def call(self, inputs):
            return inputs

    tf.random.set_seed(2)
    expected = uniform(2, 8)
    tf.random.set_seed(2)
    layer = Own()
    layer(tf.zeros([1, 2]))
    np.testing.assert_allclose(layer.own.numpy(), expected, rtol=1e-6)


def test_an_initializer_goes_on_and_one_with_a_seed_does_not(initializers):
    fresh = initializers.GlorotUniform()
    assert not np.array_equal(fresh([2, 2]), fresh([2, 2]))
    seeded = initializers.RandomUniform(seed=3)
    np.testing.assert_array_equal(seeded([4]), initializers.RandomUniform(seed=3)([4]))
    tf.random.set_seed(1)
    expected = uniform(2, 2)
    tf.random.set_seed(1)
    np.testing.assert_allclose(initializers.get("glorot_uniform")([2, 2]), expected, rtol=1e-6)


def test_the_operations_that_it_begins_with():
    init_ops = importlib.import_module("tensorflow.python.ops.init_ops_v2")
    tf.random.set_seed(1)
    expected = uniform(3, 2)
    tf.random.set_seed(1)
    np.testing.assert_allclose(init_ops.GlorotUniform()([3, 2]), expected, rtol=1e-6)


def test_classes_keep_their_names(layers):
    layer = layers.Dense(2)
    assert type(layer).__name__ == "Dense"
    assert isinstance(layer, layers.Dense)
    assert layers.Dense is importlib.import_module("tensorflow.python.keras.layers.core").Dense
    assert not isinstance(layers.Flatten(), layers.Dense)
    copied = type(layer).from_config(layer.get_config())
    assert copied.units == 2
    assert copied.name == layer.name


def test_models_are_made_of_its_layers(layers):
    models = importlib.import_module("tensorflow.python.keras.models")
    tf.random.set_seed(0)
    expected = uniform(2, 8)
    tf.random.set_seed(0)
    model = models.Sequential([layers.Dense(8, input_shape=(2,)), layers.Dense(1)])
    np.testing.assert_allclose(model.get_weights()[0], expected, rtol=1e-6)
    assert model(tf.zeros([3, 2])).shape == (3, 1)
