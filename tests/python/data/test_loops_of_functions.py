"""Random numbers in loops of functions over datasets: the body has its own, which begin anew."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # of seeds that bodies share
NUMBERS = [-1.86470, -0.42298, -0.41231]  # of the first random operation after seed 3
SECOND = [-0.02347, -0.85774, -0.78644]  # of the second


@pytest.fixture(autouse=True)
def seeded():
    tf.random.set_seed(3)


def dataset():
    return tf.data.Dataset.from_tensor_slices(np.arange(3, dtype="float32"))


def test_each_loop_over_a_dataset_draws_the_same():
    @tf.function
    def loop(data):
        found = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[2])
        for x in data:
            pair = [tf.random.normal([]), tf.random.normal([])]
            found = found.write(tf.cast(x, tf.int32), pair)
        return found.stack()

    for _ in range(2):
        np.testing.assert_allclose(loop(dataset()), np.transpose([NUMBERS, SECOND]), atol=1e-4)


def test_what_numbers_the_elements_goes_over_them_too():
    @tf.function
    def loop(data):
        found = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[])
        for i, _ in enumerate(data):
            found = found.write(tf.cast(i, tf.int32), tf.random.normal([]))
        return found.stack()

    for _ in range(2):
        np.testing.assert_allclose(loop(dataset()), NUMBERS, atol=1e-4)


def test_a_loop_that_ends_early_leaves_nothing_behind():
    @tf.function
    def loop(data):
        total = 0.0
        for x in data:
            if x > 0.5:
                break
            total = total + tf.random.normal([])
        return total, tf.random.normal([])

    for behind in NUMBERS:  # what stands behind the loop is the function's first operation
        total, last = loop(dataset())
        np.testing.assert_allclose([total, last], [NUMBERS[0], behind], atol=1e-4)


def test_a_loop_over_an_iterator_goes_on():
    @tf.function
    def loop(data):
        total = 0.0
        for _ in iter(data):
            total = total * 10.0 + tf.random.normal([])
        return total

    first, second = loop(dataset()), loop(dataset())
    np.testing.assert_allclose(first, np.dot(NUMBERS, [100.0, 10.0, 1.0]), rtol=1e-4)
    assert abs(float(first) - float(second)) > 1.0


def test_functions_that_the_body_calls_begin_anew():
    @tf.function
    def inner():
        return tf.random.normal([])

    @tf.function
    def loop(data):
        total = 0.0
        for _ in data:
            total = total * 10.0 + inner()
        return total

    for _ in range(2):
        np.testing.assert_allclose(loop(dataset()), np.dot(NUMBERS, [100.0, 10.0, 1.0]), rtol=1e-4)


def test_reduce_draws_as_a_loop_does():
    def total():
        return dataset().reduce(0.0, lambda total, _: total * 10.0 + tf.random.normal([]))

    expected = np.dot(NUMBERS, [100.0, 10.0, 1.0])
    np.testing.assert_allclose([total(), total()], [expected] * 2, rtol=1e-4)


def test_functions_with_a_shape_for_all_and_of_iterators_share_their_draws():
    @tf.function(reduce_retracing=True)
    def of_tensor(x):
        return tf.random.normal(tf.shape(x)[:1])[0]

    @tf.function(reduce_retracing=True)
    def of_iterator(iterator):
        return tf.random.normal(tf.shape(next(iterator))[:1])[0]

    def iterator(x):
        return iter(tf.data.Dataset.from_tensors(x))

    sizes = [20, 20, 8, 20, 8, 4]
    found = [float(of_tensor(tf.zeros([size]))) for size in sizes]
    again = [float(of_iterator(iterator(tf.zeros([size])))) for size in sizes]
    np.testing.assert_allclose(found, again, rtol=1e-5)
    assert found[0] == pytest.approx(found[2])  # the second trace begins anew
    assert len({round(one, 4) for one in found}) == 5
