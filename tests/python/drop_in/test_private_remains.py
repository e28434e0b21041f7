"""Private names that packages import at their top: shapes, states of cells, hooks of sessions."""

import importlib

import numpy as np
import pytest
from library import ours, tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


def private(path):
    return importlib.import_module(f"tensorflow.python.{path}")


def test_shapes_sizes_and_ranks():
    array_ops = private("ops.array_ops")
    x = tf.zeros([2, 3])
    assert array_ops.shape_internal(x, optimize=False).numpy().tolist() == [2, 3]
    assert array_ops.size_internal(x).numpy() == 6
    assert array_ops.rank_internal(x).numpy() == 2
    as_tensor = private("framework.constant_op")._tensor_shape_tensor_conversion_function
    assert as_tensor(tf.TensorShape([2, 3])).numpy().tolist() == [2, 3]
    with pytest.raises(ValueError, match="Cannot convert a partially known TensorShape"):
        as_tensor(tf.TensorShape([2, None]))


def test_values_as_text():
    ops = private("framework.ops")
    assert ops.numpy_text(tf.constant([1, 2])) == "[1 2]"
    assert ops.numpy_text(tf.constant([[1], [2]])).startswith("\n")


def test_a_state_of_two_parts():
    kind = private("ops.rnn_cell").LSTMStateTuple
    state = kind(tf.zeros([1]), tf.ones([1]))
    assert state.c.numpy() == 0.0
    assert state.dtype == tf.float32
    with pytest.raises(TypeError, match="Inconsistent internal state"):
        _ = kind(tf.zeros([1]), tf.zeros([1], tf.float64)).dtype


def test_dependencies_have_run_already():
    control = private("ops.control_flow_ops")
    assert control.with_dependencies([tf.constant(1)], tf.constant(2)).numpy() == 2


def test_objects_in_json():
    get_json_type = private("util.serialization").get_json_type
    assert get_json_type(tf.TensorShape([2, None])) == [2, None]
    assert get_json_type(tf.float32) == "float32"
    assert get_json_type(np.arange(2)) == [0, 1]
    assert get_json_type(len) == "len"
    with pytest.raises(TypeError, match="JSON"):
        get_json_type(object())


def test_arrays_in_messages():
    util = private("framework.tensor_util")
    assert util.MakeNdarray(tf.make_tensor_proto([1.0, 2.0])).tolist() == [1.0, 2.0]


def test_hooks_may_be_imported_and_be_bases():
    hooks = private("training.session_run_hook")

    class Hook(hooks.SessionRunHook):
        pass

    assert Hook.__name__ == "Hook"
    assert private("pywrap_tensorflow") is not None


@ours("TensorFlow has sessions")
def test_a_hook_says_what_it_would_need():
    hooks = private("training.session_run_hook")
    with pytest.raises(NotImplementedError, match="sessions of version 1"):
        hooks.SessionRunArgs([])


def test_statistics_of_operations_are_added():
    ops = private("framework.ops")

    @ops.RegisterStatistics("UnheardOfOperation", "flops")
    def flops(graph, node):
        return ops.OpStats("flops", 2)

    total = ops.OpStats("flops")
    total += flops(None, None)
    total += flops(None, None)
    assert (total.statistic_type, total.value) == ("flops", 4)
    with pytest.raises(ValueError, match="Can't add an OpStat of type flops to one of weight"):
        total += ops.OpStats("weight", 1)


@ours("TensorFlow has graphs")
def test_what_rewrites_graphs_may_be_imported():
    rewriting = private("framework.convert_to_constants")
    with pytest.raises(NotImplementedError, match="rewrites graphs"):
        rewriting.convert_variables_to_constants_v2(tf.function(lambda x: x))


def test_all_of_keras_has_the_models_of_others():
    taken = {}
    exec("from tensorflow.keras import *", taken)
    assert taken["applications"].efficientnet is not None
    assert taken["layers"].Dense is tf.keras.layers.Dense


def test_what_pipelines_of_keras_ask_for():
    utils = importlib.import_module("keras.src.utils.backend_utils")
    assert not utils.in_tf_graph()
    assert not utils.in_grain_data_pipeline()
    assert tf.function(lambda: tf.constant(utils.in_tf_graph()))().numpy()
    with utils.TFGraphScope():
        pass
    distribution = importlib.import_module("keras.src.distribution.distribution_lib")
    assert distribution.distribution() is None
    adapter = importlib.import_module("keras.src.trainers.data_adapters.data_adapter_utils")
    for y in ([[0, 1], [1, 0]], [[1], [0]], [1, 0]):
        weights = adapter.class_weight_to_sample_weights(np.array(y), {1: 3.0})
        assert (weights.tolist(), weights.dtype) == ([3.0, 1.0], "float32")
