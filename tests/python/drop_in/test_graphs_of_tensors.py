"""`graph` of a tensor in TensorFlow's place: there in what is traced, refused elsewhere."""

import pytest
from library import tf


def test_tensors_of_functions_have_the_graph_that_is_the_default_one(in_tensorflows_place):
    seen = []

    @tf.function
    def function(x):
        seen.append((x.graph, tf.constant(1).graph, tf.compat.v1.get_default_graph()))
        return x

    function(tf.constant(1.0))
    ((own, of_constant, default),) = {tuple(map(id, graphs)) for graphs in seen}
    assert own == of_constant == default
    assert all(isinstance(graphs[0], tf.Graph) for graphs in seen)


def test_tensors_outside_have_none(in_tensorflows_place):
    with pytest.raises(AttributeError, match="undefined when eager execution is enabled"):
        _ = tf.constant(1.0).graph
    assert not hasattr(tf.constant(1.0), "graph")
