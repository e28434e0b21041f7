"""How a model tells its inputs and outputs, and their shapes, in Keras 3 and in Keras 2.

Against TensorFlow the tests of Keras 2 pass with `TF_USE_LEGACY_KERAS` set, the others without.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras


def ends():
    one, two = keras.Input((3,)), keras.Input((2,))
    return one, two, keras.layers.Dense(2)(one), keras.layers.Dense(1)(two)


@pytest.mark.keras_3
@pytest.mark.filterwarnings("ignore")
def test_shapes_are_listed():
    one, two, left, right = ends()
    listed = [(None, 3), (None, 2)], [(None, 2), (None, 1)]
    for inputs, outputs in (
        ([one, two], [left, right]),
        ((one, two), (left, right)),
        ({"x": one, "y": two}, {"u": left, "v": right}),
        ([one, [two]], [left, [right]]),
    ):
        model = keras.Model(inputs, outputs)
        assert (model.input_shape, model.output_shape) == listed
    model = keras.Model({"x": one}, [left])
    assert (model.input_shape, model.output_shape) == ((None, 3), (None, 2))
    assert isinstance(model.output, list)


@pytest.mark.keras_2
def test_shapes_of_keras_2_have_the_structure():
    one, two, left, right = ends()
    model = keras.Model({"x": one, "y": two}, (left, right))
    assert model.input_shape == {"x": (None, 3), "y": (None, 2)}
    assert model.output_shape == ((None, 2), (None, 1))
    model = keras.Model([one, [two]], [left, right])
    assert model.input_shape == [(None, 3), [(None, 2)]]


@pytest.mark.keras_2
def test_a_list_of_one_is_that_one_in_keras_2():
    one, _, left, _ = ends()
    for inputs, outputs in (([one], [left]), (one, [left]), ([one], left)):
        model = keras.Model(inputs, outputs)
        assert model.input is one
        assert model.output is left
        assert len(model.input.shape) == 2
        assert model.predict(np.ones([2, 3]), verbose=0).shape == (2, 2)
    model = keras.Model({"x": one}, {"y": left})
    assert (model.input_shape, model.output_shape) == ({"x": (None, 3)}, {"y": (None, 2)})
