"""A Kalman filter whose dynamics and noise are learned through the likelihood, in float64."""

import numpy as np
import tensorflow as tf

observed = tf.constant(np.sin(np.arange(12) * 0.3) + 0.05 * np.cos(np.arange(12) * 7.0))
eye = tf.eye(2, dtype=tf.float64)
look = tf.constant([[1.0, 0.0]], tf.float64)


class Filter(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.dynamics = tf.Variable([[1.0, 0.1], [0.0, 1.0]], dtype=tf.float64, name="dynamics")
        self.log_noise = tf.Variable(-2.0, dtype=tf.float64, name="log_noise")

    @tf.function
    def __call__(self, series):
        state, spread = tf.zeros([2, 1], tf.float64), eye
        total = tf.constant(0.0, tf.float64)
        for z in series:
            state = self.dynamics @ state
            spread = self.dynamics @ spread @ tf.linalg.matrix_transpose(self.dynamics)
            spread += tf.exp(self.log_noise) * eye
            error = z - (look @ state)[0, 0]
            variance = (look @ spread @ tf.transpose(look))[0, 0] + 0.1
            gain = spread @ tf.transpose(look) / variance
            state += gain * error
            spread = (eye - gain @ look) @ spread
            total += 0.5 * (error**2 / variance + tf.math.log(2.0 * np.pi * variance))
        return total


model = Filter()
for step in range(4):
    with tf.GradientTape() as tape:
        loss = model(observed)
    gradients = tape.gradient(loss, model.trainable_variables)
    for variable, gradient in zip(model.trainable_variables, gradients):
        variable.assign_sub(0.01 * gradient)
    print(f"step {step}: loss {loss.numpy():.6f}")

with tf.GradientTape() as outer:
    with tf.GradientTape() as tape:
        loss = model(observed)
    flat = tf.concat([tf.reshape(g, [-1]) for g in tape.gradient(loss, model.variables)], 0)
rows = outer.jacobian(flat, model.variables)
hessian = tf.concat([tf.reshape(row, [5, -1]) for row in rows], axis=1)
print("symmetric", np.allclose(hessian, tf.transpose(hessian)))
print(f"curvature {tf.reduce_max(tf.linalg.eigvalsh(hessian)).numpy():.4f}")
