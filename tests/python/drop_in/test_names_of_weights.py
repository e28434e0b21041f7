"""Names of weights in TensorFlow's place: Keras 3's, or Keras 2's for a program that needs it."""

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras

pytestmark = pytest.mark.keras_3


@pytest.fixture
def layer(in_tensorflows_place):
    made = keras.layers.Dense(2, name="line")
    made(tf.zeros([1, 3]))
    return made


def names(variables):
    return [variable.name for variable in variables]


def test_a_weight_has_a_name_of_its_own_and_a_path(layer):
    assert names(layer.weights) == ["kernel", "bias"]
    assert [weight.path for weight in layer.weights] == ["line/kernel", "line/bias"]


def test_so_has_the_state_of_optimizers_and_metrics(layer):
    optimizer = keras.optimizers.SGD(momentum=0.9, name="slow")
    optimizer.build(layer.trainable_variables)
    kept = ["iteration", "learning_rate", "line_kernel_momentum", "line_bias_momentum"]
    assert names(optimizer.variables) == kept
    assert names(keras.metrics.Mean().variables) == ["total", "count"]


def test_decay_is_kept_from_what_is_named_with_its_path(layer):
    optimizer = keras.optimizers.AdamW(0.1, weight_decay=0.5)
    optimizer.exclude_from_weight_decay(var_list=[layer.kernel])  # what is said last counts
    optimizer.exclude_from_weight_decay(var_names=["bia.:0$", "other"])
    layer.bias.assign([1.0, 1.0])
    before = layer.kernel.numpy()
    weights = layer.trainable_variables
    optimizer.build(weights)
    optimizer.apply_gradients([(tf.zeros_like(weight), weight) for weight in weights])
    np.testing.assert_allclose(layer.kernel.numpy(), 0.95 * before, rtol=1e-6)
    assert layer.bias.numpy().tolist() == [1.0, 1.0]


def test_warnings_tell_paths(layer):
    weights = layer.trainable_variables
    with pytest.warns(UserWarning, match=r"\['line/bias'\]"):
        keras.optimizers.SGD().apply_gradients(zip([tf.ones([3, 2]), None], weights, strict=True))


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="ours: Keras 3 refuses what is for Keras 2")
def test_a_program_for_keras_2_finds_those_of_keras_2(layer):
    assert names(layer.weights) == ["kernel", "bias"]
    keras.optimizers.Adam(lr=0.1)
    assert names(layer.weights) == ["line/kernel:0", "line/bias:0"]


def test_files_hold_what_they_held(layer, tmp_path):
    model = keras.Sequential([keras.Input([3]), layer])
    model.save_weights(tmp_path / "w.weights.h5")
    other = keras.Sequential([keras.Input([3]), keras.layers.Dense(2, name="line")])
    other.load_weights(tmp_path / "w.weights.h5")
    np.testing.assert_array_equal(other.get_weights()[0], layer.kernel.numpy())
