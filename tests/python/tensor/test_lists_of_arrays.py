"""Lists with NumPy values in them: TensorFlow looks at their elements one by one."""

import collections

import numpy as np
import pytest
from library import tf

WIDE = np.array([1, 2])
CASES = {
    "int64 arrays": ([WIDE, WIDE], tf.int32),
    "uint8 arrays": ([np.uint8([1, 2])], tf.int32),
    "large integers": ([np.array([2**40])], tf.int64),
    "float64 arrays": ([np.array([1.0]), np.array([2.0])], tf.float64),
    "float32 before float64": ([np.float32(1.0), np.float64(2.0)], tf.float32),
    "float64 before float32": ([np.float64(1.0), np.float32(2.0)], tf.float64),
    "a Python float first": ([1.0, np.float64(2.0)], tf.float32),
    "integers before floats": ([WIDE, [3.0, 4.0]], tf.float32),
    "an integer before a float": ([1, np.float64(2.5)], tf.float32),
    "half precision": ([np.float16(1.0), 2.0], tf.float16),
    "truth values": ([np.array([True, False])], tf.bool),
    "arrays of objects": ([np.array([1.0, 2.0], object), [3.0, 4.0]], tf.float32),
    "a nested array of objects": ([np.array([[1, 2], [3, 4]], object)], tf.int32),
}


@pytest.mark.parametrize("case", CASES)
def test_the_first_element_says_the_dtype(case):
    values, dtype = CASES[case]
    found = tf.convert_to_tensor(values)
    assert found.dtype == dtype
    assert found.numpy().tolist() == [np.asarray(value).tolist() for value in values]


def test_a_dtype_that_is_asked_for_is_given():
    assert tf.convert_to_tensor([WIDE, WIDE], tf.float64).dtype == tf.float64


def test_what_is_stacked_keeps_its_fractions():
    for values in ([1, 2.5], [1, np.float64(2.5)], [np.int64(1), 2.5]):
        found = tf.stack(values)
        assert (found.dtype, found.numpy().tolist()) == (tf.float32, [1.0, 2.5])


def test_other_sequences_are_as_lists():
    for values in (collections.deque([1, 2]), bytearray([1, 2]), memoryview(bytes([1, 2]))):
        found = tf.convert_to_tensor(values)
        assert (found.dtype, found.numpy().tolist()) == (tf.int32, [1, 2])


def test_an_array_that_is_not_in_a_list_is_joined_with_nothing():
    assert tf.concat(np.ones([2, 3]), 0).shape == (2, 3)


def test_pictures_of_numpy_take_the_dtype_of_the_operation():
    image = np.ones([1, 4, 4, 3])
    assert tf.nn.max_pool2d(image, 2, 2, "SAME").dtype == tf.float32
    assert tf.image.rgb_to_hsv(np.uint8(image)).dtype == tf.float32
    assert tf.math.in_top_k([0], np.array([[2.0, 1.0]]), 1).numpy().tolist() == [True]
