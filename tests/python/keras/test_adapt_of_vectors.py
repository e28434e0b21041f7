"""What `Normalization` learns from a vector, which is one example, and from a column of a table."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
NUMBERS = np.arange(70.0)

try:
    from pandas import Series
except ImportError:

    class Series:
        """What is asked of a column of a table."""

        ndim = 1

        def __init__(self, values):
            self.values = values

        def to_numpy(self):
            return self.values


@pytest.mark.keras_2  # Keras 3 refuses it
@pytest.mark.parametrize("axis", [-1, None])
def test_a_column_has_an_example_in_each_row(axis):
    layer = keras.layers.Normalization(axis=axis)
    layer.adapt(Series(NUMBERS))
    np.testing.assert_allclose(layer.mean, [[34.5]])
    np.testing.assert_allclose(layer(tf.constant([[34.5]])), [[0.0]])


@pytest.mark.keras_3  # Keras 2 refuses it
def test_a_vector_is_one_example():
    layer = keras.layers.Normalization()
    layer.adapt(NUMBERS)
    np.testing.assert_array_equal(np.ravel(layer.mean), NUMBERS)
