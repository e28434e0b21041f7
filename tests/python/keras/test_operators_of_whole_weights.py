"""Keras 3's variables of whole numbers beside fractions: counters, and states of seeds."""

import numpy as np
import pytest
from library import tf

keras, layers = tf.keras, tf.keras.layers
pytestmark = pytest.mark.keras_3


def whole(dtype="int64"):
    return keras.Variable([2, 3], dtype=dtype, trainable=False)


@pytest.mark.parametrize(
    ("operator", "expected", "dtype"),
    [
        (lambda v: v * 0.5, [1.0, 1.5], "float32"),
        (lambda v: 0.5 * v, [1.0, 1.5], "float32"),
        (lambda v: v + 0.25, [2.25, 3.25], "float32"),
        (lambda v: 1.5 - v, [-0.5, -1.5], "float32"),
        (lambda v: v - 1, [1, 2], "int64"),
        (lambda v: v / 2, [1.0, 1.5], "float32"),
        (lambda v: 6 / v, [3.0, 2.0], "float32"),
        (lambda v: v // 2, [1, 1], "int64"),
        (lambda v: v % 2, [0, 1], "int64"),
        (lambda v: v**2, [4, 9], "int64"),
        (lambda v: v * v, [4, 9], "int64"),
        (lambda v: v * np.float32(0.5), [1.0, 1.5], "float32"),
        (lambda v: v * np.array([0.5, 1.0]), [1.0, 3.0], "float64"),
        (lambda v: v * tf.constant([0.5, 1.0]), [1.0, 3.0], "float32"),
        (lambda v: v * tf.constant(2, tf.int32), [4, 6], "int64"),
        (lambda v: v < 2.5, [True, False], "bool"),
        (lambda v: v >= 3, [False, True], "bool"),
    ],
)
def test_results_are_promoted(operator, expected, dtype):
    found = operator(whole())
    assert (found.numpy().tolist(), found.dtype.name) == (expected, dtype)


def test_narrow_whole_numbers_are_promoted_too():
    assert (whole("int32") * tf.constant(2, tf.int64)).dtype == tf.int64


def test_counters_and_own_weights():
    class Counted(layers.Layer):
        def build(self, input_shape):
            self.seen = self.add_weight(shape=(), dtype="int32", initializer="ones", name="seen")

    layer, optimizer = Counted(), keras.optimizers.SGD()
    layer.build((1,))
    assert float(layer.seen * 0.25) == 0.25
    assert float(optimizer.iterations + 0.5) == 0.5


def test_targets_follow_all_variables_those_of_seeds_among_them():
    def network():
        inputs = keras.Input((3, 2))
        return keras.Model(inputs, layers.Dense(1)(layers.LSTM(2)(inputs)))

    online, target = network(), network()
    before = [value.numpy() for value in target.variables]

    @tf.function
    def follow():
        for old, new in zip(target.variables, online.variables, strict=True):
            old.assign(new * 0.25 + old * (1.0 - 0.25))

    follow()
    assert any(value.dtype == "int64" for value in target.variables)
    for old, new, was in zip(target.variables, online.variables, before, strict=True):
        expected = 0.25 * new.numpy().astype("float64") + 0.75 * was
        np.testing.assert_allclose(old.numpy(), expected, rtol=1e-6, atol=2)
