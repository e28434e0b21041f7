"""`keras.backend.function` by how its arrays nest, and `print_tensor`, of Keras 2.

With `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X = np.ones((2, 3), "float32")
# How the inputs a and b nest, and how their arrays do.
NESTS = {
    "both": (lambda a, b: [[a, b]], [[X, 2 * X]]),
    "inputs": (lambda a, b: [[a, b]], [X, 2 * X]),
    "arrays": (lambda a, b: [a, b], [[X, 2 * X]]),
    "one": (lambda a, b: [[a], b], [[X], 2 * X]),
    "tuple": (lambda a, b: [a, b], (X, 2 * X)),
    "dict": (lambda a, b: {"q": b, "p": a}, {"p": X, "q": 2 * X}),
}


@pytest.mark.parametrize("case", NESTS)
def test_functions_take_arrays_in_any_nest(case):
    a, b = tf.keras.Input((3,)), tf.keras.Input((3,))
    nest, arrays = NESTS[case]
    run = tf.keras.backend.function(nest(a, b), tf.keras.layers.Subtract()([a, b]))
    np.testing.assert_array_equal(run(arrays), -X)


def test_outputs_nest_as_they_are_given():
    a = tf.keras.Input((3,))
    double = tf.keras.layers.Lambda(lambda x: 2 * x)(a)
    found = tf.keras.backend.function([a], [[double], {"a": a}])([X])
    np.testing.assert_array_equal(found[0][0], 2 * X)
    np.testing.assert_array_equal(found[1]["a"], X)


def test_print_tensor_writes_as_tf_print(capfd):
    x = tf.keras.backend.print_tensor(tf.range(9), "x is")
    assert x.shape == (9,)
    assert capfd.readouterr().out == "x is [0 1 2 ... 6 7 8]\n"


def test_print_tensor_in_a_model_writes_when_it_runs(capfd):
    inputs = tf.keras.Input((2,))
    model = tf.keras.Model(inputs, tf.keras.backend.print_tensor(inputs, "in") + 1.0)
    assert capfd.readouterr().out == ""
    model.predict(tf.ones((1, 2)), verbose=0)
    assert capfd.readouterr().out == "in [[1 1]]\n"
