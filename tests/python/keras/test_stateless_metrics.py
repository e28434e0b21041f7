"""Metrics as functions of their state, as in Keras 3."""

import pytest
from library import tf

keras = tf.keras


def test_a_state_goes_in_and_a_new_one_comes_out():
    metric = keras.metrics.SparseCategoricalAccuracy()
    metric.update_state([1], [[0.0, 1.0]])
    state = metric.stateless_reset_state()
    assert [float(value) for value in state] == [0.0, 0.0]
    state = metric.stateless_update_state(state, [0, 1], [[0.9, 0.1], [0.8, 0.2]])
    state = metric.stateless_update_state(state, [0, 0], [[0.9, 0.1], [0.8, 0.2]])
    assert float(metric.stateless_result(state)) == 0.75
    assert float(metric.result()) == 1.0


def test_the_variables_themselves_are_a_state():
    metric = keras.metrics.Mean()
    metric.update_state([2.0])
    state = metric.stateless_update_state(metric.variables, [4.0])
    assert float(metric.stateless_result(state)) == 3.0
    assert float(metric.result()) == 2.0


def test_a_state_of_another_size_is_refused():
    metric = keras.metrics.Mean()
    with pytest.raises(ValueError, match="corresponding 1:1 to Mean"):
        metric.stateless_result([0.0])
    with pytest.raises(ValueError, match="length 3, but expected 2"):
        metric.stateless_update_state([0.0, 0.0, 0.0], [1.0])


def test_a_metric_of_a_programs_own_has_them():
    class Largest(keras.metrics.Metric):
        def __init__(self, name="largest"):
            super().__init__(name=name)
            self.value = self.add_weight(name="value", initializer="zeros")

        def update_state(self, values):
            self.value.assign(tf.maximum(self.value, tf.reduce_max(values)))

        def result(self):
            return self.value + 0.0

    metric = Largest()
    state = metric.stateless_update_state(metric.variables, tf.constant([1.0, 5.0]))
    assert float(metric.stateless_result(state)) == 5.0
    assert float(metric.result()) == 0.0
