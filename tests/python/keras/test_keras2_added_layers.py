"""What is added to a model or a layer of Keras 2: symbolic losses and metrics are layers of their
own, in its list, its configuration and its files; numbers of a call are means of their layer."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras, LAYERS = tf.keras, tf.keras.layers
X, Y = np.ones((4, 2), "f"), np.zeros((4, 1), "f")
NAMES = ["i", "h", "o", "tf.math.reduce_mean", "add_loss", "tf.math.reduce_max", "add_metric"]


def network():
    keras.backend.clear_session()
    entry = keras.Input((2,), name="i")
    hidden = LAYERS.Dense(3, kernel_initializer="ones", name="h")(entry)
    model = keras.Model(entry, LAYERS.Dense(1, kernel_initializer="ones", name="o")(hidden))
    model.add_loss(tf.reduce_mean(hidden))
    model.add_metric(tf.reduce_max(hidden, axis=-1), name="top", aggregation="mean")
    return model


def reported(model):
    model.compile("sgd", "mse")
    return model.evaluate(X, Y, verbose=0)


def test_they_are_layers_behind_those_of_the_outputs():
    model = network()
    assert [layer.name for layer in model.layers] == NAMES
    assert [type(layer).__name__ for layer in model.layers[4::2]] == ["AddLoss", "AddMetric"]
    assert model.metrics_names == ["top"]
    assert [layer.get_config().get("metric_name") for layer in model.layers[4::2]] == [None, "top"]


def test_a_configuration_has_them():
    model = network()
    again = keras.Model.from_config(model.get_config())
    again.set_weights(model.get_weights())
    assert reported(again) == pytest.approx([38.0, 2.0]) == reported(model)
    clone = keras.models.clone_model(model)
    clone.set_weights(model.get_weights())
    assert reported(clone) == pytest.approx([38.0, 2.0])


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5")
@pytest.mark.parametrize("suffix", ["h5", "keras"])
def test_a_file_has_them(suffix, tmp_path):
    pytest.importorskip("h5py")
    model = network()
    assert reported(model) == pytest.approx([38.0, 2.0])
    model.save(str(tmp_path / f"model.{suffix}"))
    again = keras.models.load_model(str(tmp_path / f"model.{suffix}"))
    assert again.evaluate(X, Y, verbose=0) == pytest.approx([38.0, 2.0])
    kinds = [type(layer).__name__ for layer in again.layers]
    assert kinds[4::2] == ["AddLoss", "AddMetric"]


class Watched(LAYERS.Layer):
    def call(self, inputs):
        self.add_metric(tf.reduce_max(inputs), name="largest", aggregation="mean")
        return inputs


def test_a_layer_that_measures_holds_the_mean():
    layer = Watched()
    for factor in (1.0, 3.0):
        layer(X * factor)
    assert [(one.name, float(one.result())) for one in layer.metrics] == [("largest", 2.0)]


def test_a_shared_layer_measures_each_of_its_calls():
    entry, watched = keras.Input((2,)), Watched()
    model = keras.Model(entry, watched(3.0 * watched(entry)))
    assert model.metrics_names == ["largest"]
    model.compile("sgd", "mse")
    assert model.evaluate(X, X, verbose=0) == pytest.approx([4.0, 2.0])


def test_a_result_of_a_metric_makes_that_one_reported():
    mean = keras.metrics.Mean(name="held")

    class Kept(LAYERS.Layer):
        def call(self, inputs):
            self.add_metric(mean(inputs))
            return inputs

    layer = Kept()
    layer(X)
    assert [one.name for one in layer.metrics] == ["held"]
