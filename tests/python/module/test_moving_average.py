"""Averages of variables over the steps of training."""

import numpy as np
import pytest
from library import ours, tf


def test_an_average_follows_its_variable():
    v = tf.Variable([1.0, 2.0], name="v")
    averages = tf.train.ExponentialMovingAverage(0.9)
    assert averages.average(v) is None
    averages.apply([v])
    np.testing.assert_allclose(averages.average(v), [1.0, 2.0])
    v.assign([2.0, 0.0])
    averages.apply([v])
    np.testing.assert_allclose(averages.average(v), [1.1, 1.8], rtol=1e-6)
    assert averages.average_name(v) == "v/ExponentialMovingAverage"
    assert averages.average(v).name == "v/ExponentialMovingAverage:0"
    assert not averages.average(v).trainable


def test_few_updates_make_it_follow_quickly():
    v, count = tf.Variable([1.0, 2.0]), tf.Variable(0)
    averages = tf.train.ExponentialMovingAverage(0.99, num_updates=count)
    averages.apply([v])
    found = []
    for _ in range(3):
        v.assign_add([1.0, -1.0])
        count.assign_add(1)
        averages.apply([v])
        found.append(averages.average(v).numpy().tolist())
    # From TensorFlow 2.21.
    expected = [[1.8181818, 1.1818182], [2.7045455, 0.29545456], [3.6013987, -0.6013986]]
    np.testing.assert_allclose(found, expected, rtol=1e-6)


@ours("TensorFlow averages plain tensors too, in graphs")
def test_only_variables_of_floating_point_have_averages():
    averages = tf.train.ExponentialMovingAverage(0.9)
    for wrong in ([tf.constant(1.0)], [tf.Variable(1)]):
        with pytest.raises(ValueError, match="variable of floating point"):
            averages.apply(wrong)
    with pytest.raises(ValueError, match="give apply a list"):
        averages.apply()


def test_specs_have_a_kind_in_common():
    specs = tf.TensorSpec([]), tf.RaggedTensorSpec([None, None]), tf.SparseTensorSpec([2])
    assert all(isinstance(spec, tf.TypeSpec) for spec in specs)
