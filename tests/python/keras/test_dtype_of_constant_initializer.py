"""`tf.constant_initializer` without a dtype: that of the value."""

import numpy as np
import pytest
from library import tf


@pytest.mark.parametrize(
    ("value", "dtype"),
    [(3, "int32"), (3.5, "float32"), ([1, 2], "int32"), (True, "bool"), (np.ones(2), "float64")],
)
def test_the_dtype_of_the_value(value, dtype):
    found = tf.constant_initializer(value)((2,))
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, np.broadcast_to(value, (2,)))


def test_weights_have_their_own():
    layer = tf.keras.layers.Dense(2, kernel_initializer=tf.constant_initializer(3))
    np.testing.assert_array_equal(layer(np.ones((1, 2), "f")), [[6.0, 6.0]])
