"""Weights of each value, thresholds, and what metrics have of layers."""

import numpy as np
import pytest
from library import ours, tf

metrics = tf.keras.metrics
Y, P = np.array([2.0, 4.0, 6.0, 8.0]), np.array([1.0, 3.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("shape", "weights", "expected"),
    [
        ([4], [0.0, 1.0, 0.0, 1.0], 13.0),
        ([4, 1], [0.0, 1.0, 0.0, 1.0], 13.0),
        ([2, 2], [0.0, 1.0], 20.5),
        ([2, 2], [[0.0, 1.0], [0.0, 1.0]], 13.0),
        ([4], None, 10.75),
    ],
)
def test_each_square_has_its_weight(shape, weights, expected):
    metric = metrics.RootMeanSquaredError()
    metric.update_state(Y.reshape(shape), P.reshape(shape), sample_weight=weights)
    np.testing.assert_allclose(metric.result(), np.sqrt(expected), rtol=1e-6)


def test_each_guess_has_its_weight():
    y, p = np.array([1.0, 0.0, 1.0]), np.array([0.9, 0.2, 0.3])
    metric = metrics.BinaryAccuracy()
    np.testing.assert_allclose(metric(y, p, sample_weight=[1.0, 2.0, 7.0]), 0.3, rtol=1e-6)
    metric.reset_state()
    weights = [[1.0, 2.0, 0.0], [0.0, 0.0, 2.0]]
    np.testing.assert_allclose(metric([y, y], [p, p], sample_weight=weights), 0.6, rtol=1e-6)
    each = metrics.binary_accuracy([[1, 0]], [[0.9, 0.9]])
    assert np.array(each).tolist() == [[1.0, 0.0]]


def test_an_area_tells_its_thresholds():
    own = metrics.AUC(num_thresholds=2, thresholds=[0.5])
    assert own.num_thresholds == 3
    np.testing.assert_allclose(own.thresholds, [0.0, 0.5, 1.0], atol=1e-6)
    np.testing.assert_allclose(metrics.AUC(num_thresholds=3).thresholds, [0.0, 0.5, 1.0], atol=1e-6)
    assert metrics.AUC(num_thresholds=None, thresholds=[0.2, 0.7]).num_thresholds == 4
    again = metrics.AUC.from_config(metrics.AUC(thresholds=[0.2, 0.7]).get_config())
    np.testing.assert_allclose(again.thresholds, [0.0, 0.2, 0.7, 1.0], atol=1e-6)


@ours("metrics of Keras 2 are layers")
def test_metrics_have_weights():
    metric = metrics.Mean()
    assert metric.stateful
    assert metric.weights == metric.non_trainable_variables == metric.variables
    assert metric.trainable_weights == metric.trainable_variables == []


@ours("Keras 3 has no add_metric")
def test_the_result_of_a_metric_is_reported_once():
    class Watching(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1)
            self.largest = metrics.Mean(name="largest")

        def call(self, x):
            self.add_metric(self.largest(tf.reduce_max(x)), name="largest")
            self.add_metric(tf.reduce_sum(x), name="sum")
            return self.dense(x)

    model = Watching()
    model.compile("sgd", "mse")
    history = model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=0).history
    assert set(history) == {"loss", "largest", "sum"}
    assert history["largest"] == [1.0]


@pytest.mark.parametrize(
    "room", ["metrics", "losses", "initializers", "regularizers", "constraints", "activations"]
)
def test_what_names_nothing_is_a_value_error(room):
    with pytest.raises(ValueError, match="Could not interpret"):
        getattr(tf.keras, room).get(5)


@pytest.mark.parametrize("targets", [[[0.3], [1.0]], [0.3, 1.0]], ids=["column", "vector"])
def test_a_place_between_two_is_neither(targets):
    y, p = np.array(targets), np.array([[0.9, 0.1], [0.2, 0.8]])
    assert metrics.sparse_categorical_accuracy(y, p).numpy().tolist() == [0.0, 1.0]
    assert float(metrics.SparseCategoricalAccuracy()(y, p)) == 0.5
