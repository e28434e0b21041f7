"""What `tf_inspect` tells of functions in wrappers."""

import functools
import importlib

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


@pytest.fixture
def tf_inspect():
    return importlib.import_module("tensorflow.python.util.tf_inspect")


def function(a, b, *c, d=1):
    return a


def test_a_tf_function_has_the_parameters_of_the_function_within(tf_inspect):
    assert tf_inspect.getfullargspec(tf.function(function)).args == ["a", "b"]
    assert tf_inspect.getfullargspec(tf.function(function)).kwonlydefaults == {"d": 1}


def test_a_partial_of_one_lacks_what_is_given(tf_inspect):
    partial = functools.partial(functools.partial(function, 1), d=3)
    spec = tf_inspect.getfullargspec(partial)
    assert spec.args == ["b"]
    assert spec.varargs == "c"
    assert spec.kwonlydefaults == {"d": 3}


def test_a_custom_gradient(tf_inspect):
    custom = tf.custom_gradient(lambda x: (x, lambda upstream: upstream))
    assert tf_inspect.getfullargspec(custom).args == ["x"]
