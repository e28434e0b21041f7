"""Penalties on weights that are not trained: Keras 2 counts them in losses."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
X, Y = np.ones((4, 2), "f"), np.zeros((4, 1), "f")


@pytest.mark.parametrize("whole", [True, False])
def test_a_frozen_layer_is_penalized(whole):
    layer = tf.keras.layers.Dense(
        1, kernel_initializer="ones", kernel_regularizer=tf.keras.regularizers.L2(0.5)
    )
    model = tf.keras.Sequential([tf.keras.Input((2,)), layer])
    (model if whole else layer).trainable = False
    model.compile("sgd", "mse")
    assert model.evaluate(X, Y, verbose=0) == pytest.approx(5.0)
    assert [float(loss) for loss in model.losses] == [1.0]
    assert model.fit(X, Y, verbose=0).history["loss"] == pytest.approx([5.0])


def test_a_weight_made_untrained_is_penalized():
    layer = tf.keras.layers.Layer()
    options = {"initializer": "ones", "regularizer": tf.keras.regularizers.L1(2.0)}
    layer.add_weight(name="w", shape=(3,), trainable=False, **options)
    assert [float(loss) for loss in layer.losses] == [6.0]
