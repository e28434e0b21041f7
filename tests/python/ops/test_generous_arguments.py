"""What TensorFlow reads generously: `None` for a dtype, seeds, a truth value for an axis."""

import pickle

import pytest
from library import ours, tf


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (lambda: tf.searchsorted([1.0], [2.0], out_type=None), tf.int32),
        (lambda: tf.argmax([1.0, 2.0], output_type=None), tf.int64),
        (lambda: tf.unique([1, 1], out_idx=None)[1], tf.int32),
        (lambda: tf.sequence_mask([1, 2], dtype=None), tf.bool),
        (lambda: tf.histogram_fixed_width([1.0], [0.0, 3.0], nbins=2, dtype=None), tf.int32),
        (lambda: tf.math.bincount([1, 2], dtype=None), tf.int32),
        (lambda: tf.shape([1.0], out_type=None), tf.int32),
        (lambda: tf.size([1.0], tf.float32), tf.float32),
    ],
)
def test_the_dtype_of_the_result(value, dtype):
    assert value().dtype == dtype


def test_a_cast_needs_a_dtype():
    with pytest.raises((TypeError, ValueError)):
        tf.cast([1.0], None)


def test_the_global_seed_can_be_taken_away():
    tf.random.set_seed(1)
    first = float(tf.random.uniform([]))
    tf.random.set_seed(1.0)
    assert float(tf.random.uniform([])) == first
    tf.random.set_seed(None)
    assert float(tf.random.uniform([])) != float(tf.random.uniform([]))


@ours("TensorFlow's operations are functions of Python, which have other names")
def test_operations_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(tf.nn.relu)) is tf.nn.relu


def test_a_truth_value_is_an_axis():
    x = tf.reshape(tf.range(6.0), [2, 3])
    assert tf.reduce_sum(x, axis=True).numpy().tolist() == [3.0, 12.0]
    assert tf.reduce_sum(x, axis=[False]).numpy().tolist() == [3.0, 5.0, 7.0]
