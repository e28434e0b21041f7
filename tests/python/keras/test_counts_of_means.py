"""What a mean counts: examples, each with the mean of its values, whatever shape these have."""

import numpy as np
import pytest
from library import tf

VALUES = np.arange(24.0).reshape(2, 3, 4)


def totals(metric):
    return [round(float(variable.numpy()), 4) for variable in metric.variables]


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        (None, [23.0, 2.0]),
        ([1.0, 2.0], [40.5, 3.0]),
        (2.0, [23.0, 2.0]),
        ([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]], [31.1667, 3.0]),
        (np.full((2, 3, 1), 2.0), [46.0, 4.0]),
        (VALUES, [360.3333, 23.0]),
    ],
)
def test_a_mean_counts_examples(weight, expected):
    metric = tf.keras.metrics.Mean()
    metric.update_state(VALUES, sample_weight=weight)
    assert totals(metric) == expected


@pytest.mark.parametrize(("weight", "expected"), [(None, 276.0), ([1.0, 2.0], 486.0), (2.0, 552.0)])
def test_a_sum_adds_all_up(weight, expected):
    metric = tf.keras.metrics.Sum()
    metric.update_state(VALUES, sample_weight=weight)
    assert totals(metric) == [expected]


def test_batches_of_other_widths_count_by_their_examples():
    metric = tf.keras.metrics.BinaryAccuracy()
    metric.update_state([[1.0, 1.0, 1.0, 1.0]], [[0.9, 0.9, 0.9, 0.1]])
    metric.update_state([[1.0, 1.0]], [[0.1, 0.1]])
    assert float(metric.result()) == pytest.approx(0.375)


def test_weighted_and_plain_batches_count_alike():
    metric = tf.keras.metrics.RootMeanSquaredError()
    metric.update_state([[0.0, 0.0]], [[3.0, 1.0]], sample_weight=[2.0])
    metric.update_state([[0.0, 0.0]], [[2.0, 2.0]])
    assert totals(metric) == [14.0, 3.0]
