"""The limits of an optimizer's gradients as attributes."""

import numpy as np
from library import tf

optimizers = tf.keras.optimizers


def test_limits_are_told():
    made = optimizers.SGD(clipnorm=1.0)
    assert (made.clipnorm, made.clipvalue, made.global_clipnorm) == (1.0, None, None)
    assert optimizers.Adam(global_clipnorm=2.0).global_clipnorm == 2.0


def test_a_limit_may_change_between_steps():
    made, weights = optimizers.SGD(1.0), tf.Variable([0.0, 0.0])
    gradient = tf.constant([3.0, 4.0])
    made.apply_gradients([(gradient, weights)])
    np.testing.assert_allclose(weights.numpy(), [-3.0, -4.0])
    made.clipvalue = 1.0
    made.apply_gradients([(gradient, weights)])
    np.testing.assert_allclose(weights.numpy(), [-4.0, -5.0])
    made.clipvalue = None
    made.apply_gradients([(gradient, weights)])
    np.testing.assert_allclose(weights.numpy(), [-7.0, -9.0])


def test_an_optimizer_of_ones_own_clips():
    class Signs(optimizers.SGD):
        def apply(self, grads, trainable_variables=None):
            return super().apply(self._clip_gradients(grads), trainable_variables)

    weights = tf.Variable([0.0, 0.0])
    Signs(1.0, clipnorm=1.0).apply([tf.constant([3.0, 4.0])], [weights])
    np.testing.assert_allclose(weights.numpy(), [-0.6, -0.8], rtol=1e-6)
