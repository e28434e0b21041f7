"""What `numpy_function` hands over outside of functions: arrays, also of single numbers."""

import numpy as np
import pytest
from library import tf


def seen_by(value, wanted=tf.float32):
    seen = []
    tf.numpy_function(lambda x: seen.append(x) or x, [value], wanted)
    return seen[0]


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (tf.constant(2.0), np.float32),
        (2.0, np.float64),
        (2, np.int64),
        (tf.Variable(2.0), np.float32),
        (np.float16(2.0), np.float16),
    ],
)
def test_single_numbers_are_arrays(value, dtype):
    seen = seen_by(value)
    assert type(seen) is np.ndarray
    assert (seen.dtype, seen.shape, float(seen)) == (dtype, (), 2.0)


def test_results_have_the_dtype_of_what_was_handed_over():
    assert tf.numpy_function(np.sqrt, [[4.0, 9.0]], tf.float32).dtype == tf.float64


def test_numbers_are_numpys_within_functions():
    seen = []

    @tf.function
    def run(x):
        return tf.numpy_function(lambda one: seen.append(one) or one, [x], tf.float32)

    run(tf.constant(2.0))
    assert isinstance(seen[0], np.float32)
