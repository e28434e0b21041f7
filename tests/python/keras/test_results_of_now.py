"""Metrics of one's own whose `result` hands out their variable itself."""

import numpy as np
import pytest
from library import tf


class Examples(tf.keras.metrics.Metric):
    """The number of examples."""

    def __init__(self, name="examples", **options):
        super().__init__(name=name, **options)
        self.seen = self.add_weight(name="seen", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.seen.assign_add(tf.cast(tf.shape(y_true)[0], tf.float32))

    def result(self):
        return self.seen

    def reset_state(self):
        self.seen.assign(0)


class Both(Examples):
    """The number of examples and its double."""

    def result(self):
        return {"one": self.seen, "two": 2 * self.seen}


def trained(metric):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[metric])
    x, y = np.ones((20, 3), "float32"), np.zeros((20, 1), "float32")
    return model.fit(x, y, batch_size=8, epochs=2, validation_data=(x[:4], y[:4]), verbose=0)


@pytest.mark.keras_2
def test_validation_leaves_the_numbers_of_training():
    history = trained(Examples()).history
    assert [float(one) for one in history["examples"]] == [20.0, 20.0]
    assert [float(one) for one in history["val_examples"]] == [4.0, 4.0]


@pytest.mark.keras_2
def test_validation_leaves_the_numbers_of_training_by_name():
    history = trained(Both()).history
    assert [float(one) for one in history["one"]] == [20.0, 20.0]
    assert [float(one) for one in history["val_two"]] == [8.0, 8.0]


@pytest.mark.keras_2
def test_a_result_stays_when_the_metric_forgets():
    metric = Examples()
    metric.update_state(tf.zeros([5, 1]), tf.zeros([5, 1]))
    result = metric.result()
    metric.reset_state()
    assert float(result) == 5.0
    assert float(metric.result()) == 0.0


@pytest.mark.keras_3
def test_in_keras_3_the_result_is_the_variable():
    metric = Examples()
    metric.update_state(tf.zeros([5, 1]), tf.zeros([5, 1]))
    result = metric.result()
    metric.reset_state()
    assert float(result) == 0.0
