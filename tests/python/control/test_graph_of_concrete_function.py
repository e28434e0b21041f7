"""The graph of a concrete function, and which calls are given the same concrete function."""

import gc
import weakref

import pytest
from library import ours, tf


@tf.function
def double(x):
    return x + x


def test_a_concrete_function_has_a_graph():
    w = tf.Variable(3.0)
    concrete = tf.function(lambda x: x * w).get_concrete_function(tf.constant([1.0]))
    graph = concrete.graph
    assert isinstance(graph, tf.Graph)
    assert [one.shape.as_list() for one in graph.inputs] == [[1], []]
    assert [one.shape.as_list() for one in graph.outputs] == [[1]]
    assert graph.variables[0] is w
    assert graph.trainable_variables[0] is w
    assert graph.building_function


def test_the_graph_has_the_name_of_its_function():
    assert double.get_concrete_function(tf.constant(1)).graph.name == "double"


@ours("functions run eagerly, without operations that could be listed")
def test_the_graph_has_no_operations():
    graph = double.get_concrete_function(tf.constant(1)).graph
    with pytest.raises(AttributeError, match="runs eagerly"):
        graph.get_operations()


def test_equal_specs_and_numbers_get_the_same_concrete_function():
    made = double.get_concrete_function
    assert made(tf.constant(1)) is made(tf.constant(2))
    assert made(tf.TensorSpec([], tf.int32)) is made(tf.constant(1))
    assert made(3) is made(3)
    assert made(3) is not made(4)
    assert made(3) is not made(3.0)
    assert made(tf.constant(1)) is not made(tf.constant(1.0))
    assert made(tf.constant([1])) is not made(tf.constant([1, 2]))


class Slope:
    factor = 2.0


@ours("TensorFlow keeps what it has traced a function for")
def test_a_function_keeps_no_object_that_a_concrete_one_was_made_for():
    line = tf.function(lambda slope, x: x * slope.factor)
    slope = Slope()
    seen = weakref.ref(slope)
    assert line.get_concrete_function(slope, tf.constant(1.0))(tf.constant(3.0)).numpy() == 6.0
    del slope
    gc.collect()
    assert seen() is None
