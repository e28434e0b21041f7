"""Means of `add_metric`: metrics of layer and model from the first call on, as in Keras 2."""

import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = tf.constant([[1.0], [2.0]])


class Watched(keras.layers.Layer):
    def call(self, inputs):
        self.add_metric(tf.reduce_max(inputs), name="largest")
        return inputs


class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.watched = Watched()
        self.dense = keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, inputs):
        outputs = self.dense(self.watched(inputs))
        self.add_metric(tf.reduce_sum(outputs), name="sum")
        return outputs


def values(layer):
    return {metric.name: float(metric.result()) for metric in layer.metrics}


def test_calls_of_a_loop_of_ones_own_are_in_the_means_until_they_are_reset():
    model = Model()
    assert model.metrics == []
    model(X)
    assert list(values(model).items()) == [("sum", 3.0), ("largest", 2.0)]
    model(3.0 * X)
    assert values(model) == {"sum": 6.0, "largest": 4.0}
    assert values(model.watched) == {"largest": 4.0}
    model.reset_metrics()
    assert values(model) == {"sum": 0.0, "largest": 0.0}
    assert len(model.weights) == 2


def test_every_call_of_a_layer_counts():
    layer = Watched()
    layer(X)
    layer(X * 2.0)
    assert values(layer) == {"largest": 3.0}


def test_symbolic_calls_make_the_mean_and_tell_it_nothing():
    inputs = keras.Input([1])
    model = keras.Model(inputs, Watched()(inputs))
    assert [metric.name for metric in model.metrics] == ["largest"]
    model(X)
    assert values(model) == {"largest": 2.0}


def test_fit_begins_anew_and_predict_counts_too():
    model = Model()
    model(10.0 * X)
    model.compile("sgd", "mse")
    history = model.fit(X, X, batch_size=2, verbose=0).history
    assert history["largest"] == [2.0]
    assert history["sum"] == [3.0]
    model.predict(3.0 * X, verbose=0)
    assert values(model)["largest"] == 4.0


def test_the_result_of_a_metric_makes_that_metric_one_of_the_layer():
    mean = keras.metrics.Mean(name="mean")
    kept = {"mean": mean}

    class Handed(keras.layers.Layer):
        def call(self, inputs):
            self.add_metric(kept["mean"](inputs))
            return inputs

    layer = Handed()
    layer(X)
    layer(X)
    assert layer.metrics == [mean]
    assert values(layer) == {"mean": 1.5}
