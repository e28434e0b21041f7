"""Optimizers of complex variables: the numbers of TensorFlow 2.21."""

import numpy as np
import pytest
from library import tf

optimizers = tf.keras.optimizers
RECORDED = {
    "sgd": (lambda: optimizers.SGD(0.1), [0.512 + 1.024j, -0.512 + 0.256j]),
    "momentum": (lambda: optimizers.SGD(0.1, momentum=0.9), [0.062 + 0.124j, -0.062 + 0.031j]),
    "adam": (lambda: optimizers.Adam(0.1), [0.7001209 + 1.9995332j, -0.7010345 + 0.49920887j]),
    "rmsprop": (
        lambda: optimizers.RMSprop(0.1),
        [0.2751773 + 1.9642088j, -0.3384595 + 0.45041567j],
    ),
}


@pytest.mark.parametrize("name", RECORDED)
def test_three_steps(name):
    make, expected = RECORDED[name]
    v, real, optimizer = (
        tf.Variable([1 + 2j, -1 + 0.5j], dtype=tf.complex64),
        tf.Variable(1.0),
        make(),
    )
    for _ in range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.abs(v) ** 2) + real**2
        grads = tape.gradient(loss, [v, real])
        optimizer.apply_gradients(zip(grads, [v, real], strict=True))
    np.testing.assert_allclose(v.numpy(), expected, rtol=1e-4)
    assert int(optimizer.iterations) == 3
    assert 0.0 < float(real) < 1.0


def test_a_gradient_of_another_shape_changes_nothing():
    v = tf.Variable([1 + 2j, -1 + 0.5j], dtype=tf.complex64)
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        optimizers.SGD(0.1).apply_gradients([(tf.constant([1j, 1j, 1j], tf.complex64), v)])
    np.testing.assert_array_equal(v.numpy(), np.array([1 + 2j, -1 + 0.5j], "complex64"))
