"""What tools that cut networks up read of them: calls by depth, references, sources of tensors."""

import pytest
from library import tf

keras = tf.keras


def branches():
    start = keras.Input((3,), name="start")
    left = keras.layers.Dense(2, name="left")(start)
    right = keras.layers.Dense(2, name="right")(keras.layers.ReLU(name="relu")(start))
    end = keras.layers.Add(name="end")([left, right])
    return keras.Model(start, end)


def layer_of(node):
    return getattr(node, "operation", None) or node.outbound_layer


def test_calls_by_depth():
    model = branches()
    found = {
        depth: sorted(layer_of(node).name for node in nodes)
        for depth, nodes in model._nodes_by_depth.items()
    }
    assert found == {0: ["end"], 1: ["left", "right"], 2: ["relu"], 3: ["start"]}
    node = model._nodes_by_depth[3][0]
    assert node.is_input
    assert not model._nodes_by_depth[0][0].is_input
    assert model.get_layer("left")._inbound_nodes[0] in model._nodes_by_depth[1]


def test_calls_of_a_stack():
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2), keras.layers.ReLU()])
    nodes = getattr(model, "_functional", model)._nodes_by_depth
    assert [type(layer_of(nodes[depth][0])).__name__ for depth in (0, 1)] == ["ReLU", "Dense"]


def test_whose_tensor_it_is():
    model = branches()
    history = model.output._keras_history
    owner = history.operation if hasattr(history, "operation") else history.layer
    assert owner is model.get_layer("end")
    assert history.node_index == history.tensor_index == 0


def test_shapes_of_a_call():
    layer = branches().get_layer("left")
    node = layer._inbound_nodes[0]
    if not hasattr(node, "input_shapes"):
        pytest.skip("Keras 3 has none")
    assert (node.input_shapes, node.output_shapes) == ((None, 3), (None, 2))
    assert layer.get_input_at(0) is node.input_tensors


def test_a_reference():
    tensor = branches().output
    if not hasattr(tensor, "ref"):
        pytest.skip("Keras 3 has none")
    assert tensor.ref().deref() is tensor
    assert {tensor.ref(): 1}[tensor.ref()] == 1
