"""Thresholds that lie evenly from 0 to 1: what lies beyond counts as the end, in both Kerases."""

import numpy as np
import pytest
from library import tf

metrics = tf.keras.metrics
WANTED = [0, 1, 0, 1, 1, 0, 1, 0]
FOUND = [-1.2, -0.3, 0.1, 0.5, 0.9, 1.4, 2.0, 0.7]


@pytest.mark.parametrize(("count", "area"), [(200, 0.5625), (5, 0.625)])
def test_the_area_of_unbounded_predictions(count, area):
    assert float(metrics.AUC(num_thresholds=count)(WANTED, FOUND)) == pytest.approx(area)


def test_own_thresholds_that_lie_evenly():
    even = metrics.TruePositives(thresholds=[0.0, 0.5, 1.0])(WANTED, FOUND)
    np.testing.assert_array_equal(even, [3.0, 2.0, 0.0])
    uneven = metrics.TruePositives(thresholds=[0.0, 0.6, 1.0])(WANTED, FOUND)
    np.testing.assert_array_equal(uneven, [3.0, 2.0, 1.0])


def test_a_prediction_of_zero_exceeds_no_threshold_of_the_best_share():
    metric = metrics.RecallAtPrecision(0.5, num_thresholds=3)
    assert float(metric([1, 1, 0, 0], [0.0, 0.4, 0.0, 0.4])) == 0.5


def test_a_threshold_is_met_by_a_product():
    for count in (3, 7, 11, 200):
        places = np.arange(count, dtype=np.float32) / np.float32(count - 1)
        exceeded = np.ceil(places * np.float32(count - 1))
        metric = metrics.TruePositives(thresholds=[n / (count - 1) for n in range(count)])
        expected = [(exceeded > n).sum() for n in range(count)]
        np.testing.assert_array_equal(metric(np.ones(count), places), expected)


def test_predictions_that_are_no_numbers_exceed_nothing():
    metric = metrics.FalseNegatives(thresholds=[0.0, 0.5, 1.0])
    np.testing.assert_array_equal(metric([1, 1], [float("nan"), 0.7]), [1.0, 1.0, 2.0])
