"""How concrete functions take their arguments: in their places, or only the tensors."""

import pytest
from library import tf


class Slope:
    def __init__(self, w):
        self.w = w


@tf.function
def line(slope, x, scale=2.0):
    return slope.w * x * scale


X = tf.constant(10.0)


def test_what_a_function_was_made_for_may_be_left_out():
    concrete = line.get_concrete_function(Slope(3.0), X)
    assert concrete(X).numpy() == concrete(x=X).numpy() == 60.0


def test_values_may_be_given_again_but_no_others():
    slope = Slope(3.0)
    concrete = line.get_concrete_function(slope, X)
    assert concrete(slope, X, 2.0).numpy() == 60.0
    with pytest.raises(TypeError):
        concrete(slope, X, 3.0)
    with pytest.raises(TypeError):
        concrete(X, 2.0)  # a tensor for the slope


def test_a_value_in_front_of_several_tensors():
    @tf.function
    def f(flag, a, b=None, *, c=1.0):
        return (a - b * c) if flag else b

    spec = tf.TensorSpec([], tf.float32)
    concrete = f.get_concrete_function(True, spec, spec)
    one = tf.constant(1.0)
    assert concrete(X, one).numpy() == concrete(X, b=one).numpy() == 9.0
    assert concrete(b=one, a=X).numpy() == 9.0
    for wrong in ((X,), (X, one, X), (False, X, one)):
        with pytest.raises(TypeError):
            concrete(*wrong)


def test_tensors_within_structures_come_one_by_one():
    @tf.function
    def f(name, pair, table):
        return pair[0] * table["k"] - pair[1]

    one = tf.constant(1.0)
    concrete = f.get_concrete_function("name", (one, one), {"k": one})
    assert concrete(X, one, X).numpy() == 99.0
    assert concrete("name", (X, one), {"k": X}).numpy() == 99.0


def test_tensors_alone_are_checked_too():
    concrete = line.get_concrete_function(Slope(3.0), X)
    with pytest.raises(tf.errors.InvalidArgumentError):
        concrete(tf.constant(1))
    with pytest.raises(TypeError):
        concrete()
