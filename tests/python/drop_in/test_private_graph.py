"""The default graph's blocks and collections, private scopes of names, pickled modules."""

import importlib
import pickle

import numpy as np
import pytest
from library import ours, tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def test_eager_operations_keep_their_gradients():
    graph = tf.compat.v1.get_default_graph()
    x = tf.Variable([0.5, -1.0])
    with tf.GradientTape() as tape, graph.gradient_override_map({"Identity": "NoSuchGradient"}):
        y = tf.identity(x) * 2.0
    assert tape.gradient(y, x).numpy().tolist() == [2.0, 2.0]
    with pytest.raises(TypeError, match="must be a dictionary"), graph.gradient_override_map([]):
        pass


@ours("TensorFlow has graphs of functions")
def test_within_a_function_gradients_cannot_be_others():
    @tf.function
    def other(x):
        with tf.compat.v1.get_default_graph().gradient_override_map({"Sign": "Identity"}):
            return tf.sign(x)

    with pytest.raises(NotImplementedError, match="custom_gradient"):
        other(tf.constant(1.0))


def test_blocks_of_the_graph():
    graph = tf.compat.v1.get_default_graph()
    with graph.name_scope("a") as scope, graph.control_dependencies([]), graph.device("/cpu:0"):
        assert scope == "a/"
    with graph.container("c") as name:
        assert name == "c"
    with graph.as_default() as same:
        assert same is graph
    assert graph.seed is None


def test_collections_of_the_graph():
    graph = tf.compat.v1.get_default_graph()
    a, b = tf.Variable(1.0, name="a"), tf.Variable(2.0, name="b")
    graph.add_to_collection("of_test", a)
    graph.add_to_collection("of_test", b)
    assert [v.numpy() for v in graph.get_collection("of_test")] == [1.0, 2.0]
    assert [v.numpy() for v in graph.get_collection("of_test", "b")] == [2.0]
    graph.get_collection_ref("of_test").clear()
    assert graph.get_collection("of_test") == []


def test_scopes_that_eager_operations_pass_over():
    ops = importlib.import_module("tensorflow.python.framework.ops")
    with ops.name_scope("n", "default", [tf.constant(1.0)]) as scope:
        assert scope is None
        assert tf.Variable(1.0, name="v").name == "v:0"
    with ops.name_scope(None, "default", skip_on_eager=False) as scope:
        assert scope == "default/"


@ours("plain pickle takes no modules; what pickles functions by value does")
def test_a_module_is_pickled_by_its_name():
    module = importlib.import_module("tensorflow.keras.layers")
    assert pickle.loads(pickle.dumps(module)) is module
    np.testing.assert_array_equal(module.ReLU()(tf.constant([-1.0, 1.0])), [0.0, 1.0])
