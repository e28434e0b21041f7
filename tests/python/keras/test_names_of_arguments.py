"""Functions of Keras 3 that are called with its names for their arguments."""

import importlib

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

keras = tf.keras
pytestmark = pytest.mark.keras_3


@pytest.mark.parametrize(
    ("module", "argument", "thing"),
    [
        ("initializers", "initializer", keras.initializers.HeNormal(1)),
        ("regularizers", "regularizer", keras.regularizers.L2(0.5)),
        ("constraints", "constraint", keras.constraints.NonNeg()),
        ("losses", "loss", keras.losses.MeanSquaredError()),
        ("metrics", "metric", keras.metrics.Mean()),
        ("optimizers", "optimizer", keras.optimizers.SGD()),
        ("activations", "activation", keras.activations.relu),
    ],
)
def test_what_is_serialized_has_a_name(module, argument, thing):
    told = getattr(keras, module).serialize(**{argument: thing})
    again = getattr(keras, module).deserialize(told)
    assert type(again) is type(thing)


def test_others():
    assert keras.tree.is_nested(structure=[1])
    assert keras.dtype_policies.get(identifier="float32").name == "float32"
    with keras.utils.custom_object_scope(custom_objects={"Own": dict}):
        assert keras.utils.get_registered_object("Own") is dict


def test_the_last_axes_are_multiplied():
    first, second = np.ones((2, 3), "float32"), np.full((2, 3), 2.0, "float32")
    assert keras.layers.dot([first, second]).numpy().ravel().tolist() == [6.0, 6.0]


def test_initializers_have_equal_ones():
    first = keras.initializers.GlorotUniform(seed=1)
    again = first.clone()
    assert again is not first
    np.testing.assert_array_equal(first((2, 3)), again((2, 3)))


def test_weights_are_saved_by_functions(tmp_path):
    path = str(tmp_path / "line.weights.h5")
    one, other = (keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)]) for _ in range(2))
    saving = importlib.import_module("keras" if AGAINST_TENSORFLOW else "gradtape.keras").saving
    saving.save_weights(one, path)
    saving.load_weights(other, path)
    np.testing.assert_array_equal(one.get_weights()[0], other.get_weights()[0])
