"""Objects of other libraries as tensors: by `__array__`, by `__dlpack__` alone, and in lists."""

import numpy as np
import pytest
from library import ours, tf


class Array:
    def __init__(self, values):
        self.values = np.asarray(values)

    def __array__(self, dtype=None, copy=None):
        return self.values if dtype is None else self.values.astype(dtype)


class Lent:
    def __init__(self, values):
        self.values = np.asarray(values)

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


def test_an_object_with_an_array():
    found = tf.convert_to_tensor(Array([1.0, 2.0]))
    assert found.dtype == tf.float64
    assert found.numpy().tolist() == [1.0, 2.0]


@ours("TensorFlow refuses them (ValueError)")
def test_an_object_that_only_lends_its_memory():
    lent = Lent(np.ones(3, np.float32))
    found = tf.convert_to_tensor(lent)
    assert found.dtype == tf.float32
    lent.values[0] = 7.0
    assert found.numpy().tolist() == [1.0, 1.0, 1.0]
    assert tf.sin(lent).shape == [3]
    assert (tf.ones(3) + lent).numpy().tolist() == [8.0, 2.0, 2.0]


@ours("TensorFlow refuses them (ValueError)")
@pytest.mark.parametrize("kind", [Array, Lent])
def test_lists_of_such_objects(kind):
    found = tf.convert_to_tensor([kind([1.0, 2.0]), kind([3.0, 4.0])])
    assert found.dtype == tf.float64
    assert found.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert tf.constant([kind(np.int64(1)), kind(np.int64(2))]).dtype == tf.int64
    assert tf.convert_to_tensor([kind([1.0])], tf.float32).dtype in (tf.float32, tf.float64)
