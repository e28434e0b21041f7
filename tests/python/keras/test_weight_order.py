"""The order of `weights`: a layer's own, those to train first, then those of each layer below."""

import numpy as np
import pytest
from library import ours, tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(2)
        self.norm = tf.keras.layers.BatchNormalization()
        self.scale = self.add_weight(name="scale", shape=(2,), initializer="ones")
        self.spectral = tf.keras.layers.SpectralNormalization(tf.keras.layers.Dense(2))

    def call(self, x, training=False):
        return self.spectral(self.norm(self.first(x))) * self.scale


class Layer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.first = tf.keras.layers.Dense(2)
        self.norm = tf.keras.layers.BatchNormalization()
        self.second = tf.keras.layers.Dense(3)

    def build(self, input_shape):
        self.held = self.add_weight(name="held", shape=(1,), trainable=False)
        self.scale = self.add_weight(name="scale", shape=(1,))
        super().build(input_shape)

    def call(self, x):
        return self.second(self.norm(self.first(x))) * self.scale * self.held


DENSE, NORM = ["kernel", "bias"], ["gamma", "beta", "moving_mean", "moving_variance"]


def names(variables):
    return [v.name.partition(":")[0].rpartition("/")[2] for v in variables]


def called(module):
    module(tf.ones([3, 4]))
    return module


def test_a_model_of_ones_own_lists_its_own_weights_first():
    model = called(Model())
    spectral = ["kernel", "vector_u", "bias"]
    assert names(model.weights) == ["scale", *DENSE, *NORM, *spectral]
    assert names(model.trainable_weights) == ["scale", *DENSE, *NORM[:2], "kernel", "bias"]
    assert names(model.non_trainable_weights) == [*NORM[2:], "vector_u"]
    np.testing.assert_array_equal(model.get_weights()[0], [1.0, 1.0])


def test_a_layer_lists_weights_layer_by_layer():
    layer = called(Layer())
    every = ["scale", "held", *DENSE, *NORM, *DENSE]
    assert names(layer.weights) == every
    assert names(layer.non_trainable_weights) == ["held", *NORM[2:]]
    layer.trainable = False
    assert names(layer.weights) == names(layer.non_trainable_weights) == every
    assert layer.trainable_weights == []


@ours("the layout of Keras's files is written by hand")
def test_weights_of_a_model_itself_are_read_from_keras_files(tmp_path):
    h5py = pytest.importorskip("h5py")
    model = called(Model())
    layers = {
        "": [model.scale],
        "first/": model.first.weights,
        "layers/batch_normalization/": model.norm.weights,
        "layers/spectral_normalization/": [model.spectral.layer.kernel, model.spectral.vector_u],
        "layers/spectral_normalization/layer/": model.spectral.layer.weights,
    }
    expected = [np.random.rand(*value.shape).astype("float32") for value in model.get_weights()]
    by_id = {id(v): value for v, value in zip(model.weights, expected)}
    with h5py.File(tmp_path / "own.weights.h5", "w") as file:
        for path, variables in layers.items():
            for place, variable in enumerate(variables):
                file[f"{path}vars/{place}"] = by_id[id(variable)]
    model.load_weights(tmp_path / "own.weights.h5")
    for value, wanted in zip(model.get_weights(), expected):
        np.testing.assert_array_equal(value, wanted)


def test_branches_run_in_keras_order():
    """Calls that are equally far from the outputs run side by side, not branch after branch."""
    ran = []

    class Noted(tf.keras.layers.Layer):
        def call(self, inputs):
            ran.append(self.name)
            return inputs

    inputs = tf.keras.Input([2])
    first = Noted(name="first2")(Noted(name="first1")(inputs))
    second = Noted(name="second2")(Noted(name="second1")(inputs))
    model = tf.keras.Model(inputs, tf.keras.layers.Add()([first, second]))
    ran.clear()
    model(np.ones([1, 2], "float32"))
    assert ran == ["second1", "first1", "first2", "second2"]
