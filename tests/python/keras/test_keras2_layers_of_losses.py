"""Keras 2: the layers that losses between symbolic tensors are in a network."""

import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras = tf.keras
PAIR = ["tf.convert_to_tensor", "tf.cast"]
SQUARES = [*PAIR, "tf.math.squared_difference", "tf.math.reduce_mean"]
WEIGHTED = ["tf.math.multiply", "tf.math.reduce_sum"]
MEAN = [
    *WEIGHTED,
    "tf.compat.v1.size",
    "tf.math.reduce_sum_1",
    "tf.cast_1",
    "tf.math.divide_no_nan",
]


def names(loss):
    keras.backend.clear_session()
    true = keras.Input((4,))
    network = keras.Model(true, loss(true, keras.layers.Dense(4)(true)))
    return [layer.name for layer in network.layers[2:]]


def test_functions():
    assert names(keras.losses.mse) == SQUARES
    absolute = ["tf.math.subtract", "tf.math.abs", "tf.math.reduce_mean"]
    assert names(keras.losses.mae) == PAIR + absolute


@pytest.mark.parametrize(
    ("reduction", "wanted"), [("auto", MEAN), ("sum", WEIGHTED), ("none", WEIGHTED[:1])]
)
def test_objects_weigh_and_reduce(reduction, wanted):
    assert names(keras.losses.MeanSquaredError(reduction=reduction)) == SQUARES + wanted


def test_functions_of_version_1():
    def of_two(function):
        return lambda a, b: function(labels=a, logits=b)

    sigmoid, softmax = "sigmoid_cross_entropy_with_logits", "softmax_cross_entropy_with_logits"
    assert names(of_two(getattr(tf.nn, sigmoid))) == [f"tf.compat.v1.nn.{sigmoid}"]
    assert names(of_two(getattr(tf.nn, softmax))) == [f"tf.compat.v1.nn.{softmax}_v2"]
