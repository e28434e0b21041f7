"""Metrics in attributes of models under `TF_USE_LEGACY_KERAS=1`: their states are weights of the
model that are not trained, as in Keras 2; a layer lists none, nor does a model those of `compile`.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.ones((4, 3), "float32")


class Parts:
    def __init__(self):
        super().__init__()
        self.tracker = keras.metrics.Mean(name="tracker")
        self.body = keras.layers.Dense(2)
        self.others = [keras.metrics.Sum(name="others")]

    def call(self, x):
        return self.body(x)


class Model(Parts, keras.Model):
    pass


class Layer(Parts, keras.layers.Layer):
    pass


def shapes(weights):
    return [tuple(weight.shape) for weight in weights]


def test_a_model_lists_them_where_they_were_set():
    model = Model()
    model(X)
    assert shapes(model.weights) == [(), (), (3, 2), (2,), ()]
    assert shapes(model.trainable_weights) == [(3, 2), (2,)]
    assert shapes(model.non_trainable_weights) == [(), (), ()]
    assert model.count_params() == 11
    assert [layer.name for layer in model.layers] == [model.body.name]


def test_a_layer_lists_none():
    layer = Layer()
    layer(X)
    assert shapes(layer.weights) == [(3, 2), (2,)]


def test_those_of_compile_are_none():
    model = Model()
    model.compile("sgd", "mse", metrics=["mae"])
    model.fit(X, X[:, :2], verbose=0)
    assert len(model.weights) == 5


def test_weights_go_to_a_model_of_the_same_kind_and_to_files(tmp_path):
    one, other = Model(), Model()
    one(X)
    other(X)
    one.tracker.update_state(3.0)
    other.set_weights(one.get_weights())
    assert float(other.tracker.result()) == 3.0
    one.save_weights(str(tmp_path / "w.h5"))
    third = Model()
    third(X)
    third.load_weights(str(tmp_path / "w.h5"))
    np.testing.assert_array_equal(third.body.kernel.numpy(), one.body.kernel.numpy())
