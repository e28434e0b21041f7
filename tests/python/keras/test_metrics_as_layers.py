"""Metrics have what layers have, which those of Keras 2 are: their state, and merging."""

import numpy as np
import pytest
from library import tf

metrics = tf.keras.metrics
pytestmark = pytest.mark.keras_2


def seen(metric, *values):
    metric.update_state(*values)
    return metric


def test_the_state_goes_from_one_to_another_as_arrays():
    first, second = seen(metrics.Mean(), [1.0, 2.0, 3.0]), metrics.Mean()
    assert [float(array) for array in first.get_weights()] == [6.0, 3.0]
    second.set_weights(first.get_weights())
    assert float(second.result()) == 2.0
    with pytest.raises(ValueError, match="set_weights"):
        second.set_weights([1.0])


@pytest.mark.parametrize(
    ("make", "wanted"),
    [
        (lambda: metrics.MeanIoU(2), 0.5833333),
        (metrics.AUC, 0.75),
        (metrics.BinaryAccuracy, 0.75),
        (metrics.Precision, 2 / 3),
        (metrics.MeanSquaredError, 0.25),
    ],
)
def test_states_are_merged(make, wanted):
    first, second = seen(make(), [0, 1], [0, 1]), seen(make(), [0, 1], [1, 1])
    second.merge_state([first])
    np.testing.assert_allclose(second.result(), wanted, rtol=1e-5)


def test_other_states_are_not_merged():
    with pytest.raises(ValueError, match="not compatible"):
        metrics.Mean().merge_state([metrics.MeanIoU(2)])


def test_what_layers_tell():
    metric = metrics.Mean()
    assert metric.built
    assert metric.trainable
    assert metric.stateful
    assert not metric.dynamic
    assert metric.losses == metric.trainable_weights == []
    assert metric.count_params() == 2
    assert metric.compute_dtype == metric.variable_dtype == "float32"


def test_arrays_of_other_shapes_change_nothing():
    metric = metrics.Mean()
    metric.update_state([2.0, 4.0])
    with pytest.raises(ValueError, match="shape"):
        metric.set_weights([np.float32(1.0), np.ones(3, "float32")])
    assert float(metric.result()) == 3.0
