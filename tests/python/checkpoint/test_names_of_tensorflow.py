"""What is in a checkpoint has TensorFlow's names: its graph, the count of steps of an optimizer."""

import numpy as np
import pytest
from library import tf

GRAPH = "_CHECKPOINTABLE_OBJECT_GRAPH"
VALUE = "/.ATTRIBUTES/VARIABLE_VALUE"


def trained():
    weight = tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.Adam(0.5)
    optimizer.apply_gradients([(tf.constant([1.0, -1.0]), weight)])
    return weight, optimizer


def saved(folder):
    weight, optimizer = trained()
    return tf.train.Checkpoint(weight=weight, optimizer=optimizer).save(str(folder / "a"))


def test_the_graph_is_listed_first(tmp_path):
    path = saved(tmp_path)
    assert tf.train.list_variables(path)[0] == (GRAPH, [])
    reader = tf.train.load_checkpoint(path)
    assert reader.has_tensor(GRAPH)
    assert isinstance(reader.get_tensor(GRAPH), bytes)
    assert reader.get_variable_to_dtype_map()[GRAPH] == tf.string
    assert reader.get_variable_to_shape_map()["weight" + VALUE] == [2]


@pytest.mark.keras_2
def test_the_count_of_steps_has_a_name_of_its_own(tmp_path):
    names = [name.removesuffix(VALUE) for name, _ in tf.train.list_variables(saved(tmp_path))]
    own = ["_iterations", "_learning_rate", "_variables/1", "_variables/2"]
    assert names == [GRAPH, *(f"optimizer/{name}" for name in own), "save_counter", "weight"]


def test_the_count_comes_back(tmp_path):
    path = saved(tmp_path)
    weight, optimizer = tf.Variable([0.0, 0.0]), tf.keras.optimizers.Adam()
    optimizer.build([weight])
    restored = tf.train.Checkpoint(weight=weight, optimizer=optimizer).restore(path)
    restored.assert_consumed()
    assert int(optimizer.iterations) == 1
    np.testing.assert_allclose(float(optimizer.learning_rate), 0.5)
