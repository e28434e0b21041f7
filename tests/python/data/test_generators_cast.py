"""What a generator yields is cast by NumPy to the dtype that was told."""

import numpy as np
import pytest
from library import tf

VALUES = [
    ([1.5, -2.5], tf.int32, [1, -2]),
    (np.array([1.9]), tf.uint8, [1]),
    (["12"], tf.int32, [12]),
    ([0, 3], tf.bool, [False, True]),
    ([300], tf.uint8, [44]),
]


@pytest.mark.parametrize(("value", "dtype", "expected"), VALUES)
def test_values_of_another_kind(value, dtype, expected):
    shape = [len(expected)]
    for dataset in (
        tf.data.Dataset.from_generator(lambda: iter([value]), dtype, tf.TensorShape(shape)),
        tf.data.Dataset.from_generator(
            lambda: iter([value]), output_signature=tf.TensorSpec(shape, dtype)
        ),
        tf.data.Dataset.from_generator(lambda: iter([(value,)]), (dtype,)).map(lambda x: x),
    ):
        (element,) = list(dataset)
        assert element.dtype == dtype
        np.testing.assert_array_equal(element, expected)


def test_tensors_and_variables():
    def rows():
        yield tf.constant([1.7, 2.2]), tf.constant([3])
        yield tf.Variable([4.5, 5.0]), np.array([6.9])

    dataset = tf.data.Dataset.from_generator(rows, (tf.int32, tf.float32))
    found = [(x.numpy().tolist(), y.numpy().tolist()) for x, y in dataset]
    assert found[0] == ([1, 2], [3.0])
    assert found[1][0] == [4, 5]


def test_one_value_of_any_shape_is_not_cast():
    dataset = tf.data.Dataset.from_generator(lambda: iter([[1.5]]), tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="int32"):
        list(dataset)


def test_what_numpy_cannot_cast():
    dataset = tf.data.Dataset.from_generator(lambda: iter([["a"]]), tf.int32, [1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="could not be converted"):
        list(dataset)
