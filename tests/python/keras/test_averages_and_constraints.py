"""Moving averages of an optimizer take in the weights as the step left them, before constraints."""

import numpy as np
import pytest
from library import tf


def test_constraints_come_behind_the_averages():
    weight = tf.keras.layers.Dense(1, kernel_constraint="non_neg", use_bias=False)
    weight.build((None, 2))
    weight.set_weights([np.array([[0.5], [0.1]], "f")])
    optimizer = tf.keras.optimizers.SGD(
        1.0, use_ema=True, ema_momentum=0.5, ema_overwrite_frequency=2
    )
    for _ in range(2):
        grads = [tf.constant([[0.0], [0.4]])]
        optimizer.apply_gradients(zip(grads, weight.trainable_variables, strict=True))
    first = pytest.approx([0.5, 0.0])
    assert weight.get_weights()[0].ravel().tolist() == first
