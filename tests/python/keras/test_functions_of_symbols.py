"""`keras.Function`, and what is computed of a symbolic tensor before there is any layer."""

import subprocess
import sys

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
pytestmark = pytest.mark.keras_3
X = np.array([[1.0, -2.0, 3.0]], "float32")


def made():
    start = keras.Input([3])
    inner = keras.layers.Dense(2, kernel_initializer="ones")(start)
    return start, inner, keras.ops.relu(inner) + 1.0


def test_a_function_gives_what_is_computed_on_the_way():
    start, inner, end = made()
    function = keras.Function(start, {"inner": inner, "end": end})
    found = function(tf.constant(-X))
    assert np.asarray(found["inner"]).tolist() == [[-2.0, -2.0]]
    assert np.asarray(found["end"]).tolist() == [[1.0, 1.0]]
    kinds = [type(one).__name__ for one in function.operations]
    assert kinds[:2] == ["InputLayer", "Dense"]
    assert (len(kinds), len(function.inputs), len(function.outputs)) == (4, 1, 2)
    assert not hasattr(function, "weights")


def test_a_function_begins_at_any_symbols():
    one, other = keras.KerasTensor((None, 3)), keras.KerasTensor((None, 3))
    function = keras.Function([one, other], keras.ops.exp(one * other))
    found = function([tf.constant(X), tf.constant(X)])
    np.testing.assert_allclose(np.asarray(found), np.exp(X * X), rtol=1e-6)
    assert len(function.operations) == 2
    with pytest.raises(ValueError, match="invalid input structure"):
        function(tf.constant(X))
    with pytest.raises(ValueError, match="incompatible inputs"):
        function([tf.zeros([1, 4]), tf.zeros([1, 4])])
    with pytest.raises(ValueError, match="cannot be empty"):
        keras.Function([], one)


def test_a_function_tells_shapes_and_takes_symbols():
    start, inner, end = made()
    function = keras.Function(start, [inner, end])
    assert [tuple(shape) for shape in function.compute_output_shape((7, 3))] == [(7, 2), (7, 2)]
    spec = function.compute_output_spec(keras.KerasTensor((5, 3)))
    assert [(tuple(one.shape), one.dtype) for one in spec] == [((5, 2), "float32")] * 2
    new = keras.Input([3])
    model = keras.Model(new, function(new)[1] * 2.0)
    assert np.asarray(model(X)).tolist() == [[6.0, 6.0]]


@pytest.mark.parametrize(
    "says", ["keras.Input((3,)) / 2.0", "keras.ops.exp(keras.KerasTensor((None, 3)))"]
)
def test_symbols_are_computed_with_before_there_is_a_layer(says):
    name = "tensorflow" if AGAINST_TENSORFLOW else "gradtape"
    program = f"import {name} as tf; keras = tf.keras; print(({says}).shape)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.split("\n")[0] == "(None, 3)"
