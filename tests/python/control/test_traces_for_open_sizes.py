"""A concrete function with open sizes is a trace that answers for calls of the function too."""

import numpy as np
from library import tf


def doubling():
    @tf.function
    def double(x):
        return 2 * x

    return double


def test_it_is_counted():
    double = doubling()
    double.get_concrete_function(tf.TensorSpec([None], tf.int32))
    assert double.experimental_get_tracing_count() == 1


def test_calls_that_fit_are_answered_by_it():
    double = doubling()
    concrete = double.get_concrete_function(tf.TensorSpec([None], tf.int32))
    assert double(tf.constant([1, 2])).numpy().tolist() == [2, 4]
    assert double(tf.constant([1, 2, 3])).numpy().tolist() == [2, 4, 6]
    assert concrete(tf.constant([4])).numpy().tolist() == [8]
    assert double.experimental_get_tracing_count() == 1


def test_others_are_not():
    double = doubling()
    double.get_concrete_function(tf.TensorSpec([None, 2], tf.int32))
    double(tf.constant([[1, 2]]))
    double(tf.constant([[1, 2, 3]]))
    double(tf.constant([[1.0, 2.0]]))
    double(tf.constant([1, 2]))
    assert double.experimental_get_tracing_count() == 4


def test_a_name_of_an_argument_makes_no_other_trace():
    double = doubling()
    double.get_concrete_function(tf.TensorSpec([2], tf.int32, name="given"))
    double(tf.constant([1, 2]))
    assert double.experimental_get_tracing_count() == 1


def drawing():
    @tf.function
    def noisy(x):
        return x + tf.random.uniform(())

    return noisy


def test_their_random_numbers_are_those_of_one_trace():
    tf.random.set_seed(3)
    noisy = drawing()
    expected = [noisy(tf.zeros(2)).numpy()[0] for _ in range(4)]
    tf.random.set_seed(3)
    noisy = drawing()
    concrete = noisy.get_concrete_function(tf.TensorSpec([None], tf.float32))
    drawn = [concrete(tf.zeros(1)), noisy(tf.zeros(2)), concrete(tf.zeros(2)), noisy(tf.zeros(3))]
    np.testing.assert_array_equal([one.numpy()[0] for one in drawn], expected)


def test_a_nearer_trace_goes_first():
    tf.random.set_seed(3)
    noisy = drawing()
    first = noisy(tf.zeros(2)).numpy()[0]
    concrete = noisy.get_concrete_function(tf.TensorSpec([None], tf.float32))
    assert concrete(tf.zeros(2)).numpy()[0] == first  # as the trace begins
    second = noisy(tf.zeros(2)).numpy()[0]
    assert second != first
    assert concrete(tf.zeros(2)).numpy()[0] == second
