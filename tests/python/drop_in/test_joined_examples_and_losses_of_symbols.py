"""In TensorFlow's place: losses after symbolic calls, and vectors for examples with rows."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]


def test_symbolic_calls_leave_no_losses_but_penalties():
    def layer():
        return layers.Dense(2, activity_regularizer="l2", kernel_regularizer="l1")

    chain = keras.Sequential([keras.Input([3]), layer()])
    entry = keras.Input([3])
    network = keras.Model(entry, layer()(entry))
    for model in (chain, network):
        assert len(model.losses) == 1
        model(np.ones([1, 3], "float32"))
        assert len(model.losses) == 2


@pytest.mark.parametrize(("mode", "most"), [("multi_hot", 1.0), ("count", 3.0)])
def test_examples_with_rows_are_joined_along_the_first_axis(mode, most):
    layer = layers.Discretization(bin_boundaries=[0.0, 1.0], output_mode=mode)
    found = layer(np.zeros([2, 3, 4], "float32"))
    assert found.shape == (2, 4, 3)
    assert found.numpy()[..., 1].max() == most
    assert found.numpy()[..., [0, 2]].max() == 0.0
