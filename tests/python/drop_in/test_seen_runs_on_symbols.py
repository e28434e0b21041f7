"""How often Keras 3 runs Python on symbols: once, or not at all where outputs are declared."""

import numpy as np
import pytest
from library import tf

keras, layers = tf.keras, tf.keras.layers
pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]


def shown(inputs):
    print("runs")
    return inputs * 2.0


class Plain(layers.Layer):
    def build(self, input_shape):
        print("build")
        super().build(input_shape)

    def call(self, inputs):
        print("runs")
        return inputs


class Declared(Plain):
    def compute_output_shape(self, input_shape):
        return input_shape


class Within(layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = layers.Dense(3)

    def call(self, inputs):
        print("runs")
        return self.inner(inputs)

    def compute_output_shape(self, input_shape):
        return input_shape


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: layers.Lambda(shown), ["runs"]),
        (lambda: layers.Lambda(shown, output_shape=(3,)), []),
        (lambda: layers.Lambda(shown, output_shape=lambda shape: shape), []),
        (Plain, ["build", "runs"]),
        (Declared, ["build"]),
        (Within, ["runs"]),
    ],
)
def test_how_often_a_layer_runs(make, expected, capsys):
    layer = make()
    layer(keras.Input((3,)))
    assert capsys.readouterr().out.split() == expected
    assert layer.built
    layer(keras.Input((3,)))
    again = [what for what in expected if what == "runs" and not isinstance(layer, Within)]
    assert capsys.readouterr().out.split() == again


def test_a_network_on_symbols_like_its_own_does_not_run(capsys):
    inputs = keras.Input((3,))
    network = keras.Model(inputs, layers.Lambda(shown)(inputs))
    chain = keras.Sequential([keras.Input((3,)), Declared()])
    capsys.readouterr()
    network(keras.Input((3,)))
    chain(keras.Input((3,)))
    assert capsys.readouterr().out == ""
    network(keras.Input((3,), batch_size=5))
    assert capsys.readouterr().out.split() == ["runs"]


def test_what_does_not_run_draws_nothing():
    np.random.seed(0)
    inputs = keras.Input((3,))
    noise = layers.Lambda(
        lambda one: one + keras.backend.random_normal(tf.shape(one)), output_shape=(3,)
    )
    network = keras.Model(inputs, noise(inputs))
    network(keras.Input((3,)))
    assert np.random.randint(1000) == np.random.RandomState(0).randint(1000)


def with_seed(seed, shapes):
    """What a function with this seed draws for batches of these sizes."""
    function = tf.function(
        lambda like: tf.random.normal(tf.shape(like), seed=seed), reduce_retracing=True
    )
    return [function(tf.zeros(shape)).numpy() for shape in shapes]


def test_predictions_of_another_size_are_traced_once_more():
    seeds = np.random.RandomState(0).randint(10_000_000, size=3).tolist()
    np.random.seed(0)
    inputs = keras.Input((3,))
    noise = layers.Lambda(
        lambda one: one * 0.0 + keras.backend.random_normal(tf.shape(one)), output_shape=(3,)
    )
    network = keras.Model(inputs, noise(inputs))
    tf.random.set_seed(1)
    found = network.predict(np.ones((5, 3), "float32"), batch_size=2, verbose=0)
    assert np.random.randint(10_000_000) == seeds[2]
    tf.random.set_seed(1)
    full = with_seed(seeds[0], [(2, 3), (2, 3)])
    np.testing.assert_allclose(found[:4], np.concatenate(full), rtol=1e-6)
    tf.random.set_seed(1)
    np.testing.assert_allclose(found[4:], with_seed(seeds[1], [(1, 3)])[0], rtol=1e-6)
