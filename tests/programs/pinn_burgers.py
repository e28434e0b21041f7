"""A physics-informed network for Burgers' equation, float64, weights as variables."""

import time

import numpy as np
import tensorflow as tf

DTYPE = "float64"


class PhysicsInformedNN(object):
    def __init__(self, layers, optimizer, nu, ub, lb):
        self.nu = nu
        self.ub, self.lb = tf.constant(ub, dtype=DTYPE), tf.constant(lb, dtype=DTYPE)
        self.optimizer = optimizer
        self.weights, self.biases = self.initialize(layers)
        self.start = time.time()

    def initialize(self, layers):
        rng = np.random.RandomState(1234)
        weights, biases = [], []
        for fan_in, fan_out in zip(layers[:-1], layers[1:]):
            stddev = np.sqrt(2.0 / (fan_in + fan_out))
            weights.append(
                tf.Variable(rng.normal(scale=stddev, size=(fan_in, fan_out)), dtype=DTYPE)
            )
            biases.append(tf.Variable(tf.zeros([1, fan_out], dtype=DTYPE), dtype=DTYPE))
        return weights, biases

    @property
    def wrap_training_variables(self):
        return self.weights + self.biases

    def u(self, X):
        H = 2.0 * (X - self.lb) / (self.ub - self.lb) - 1.0
        for W, b in zip(self.weights[:-1], self.biases[:-1]):
            H = tf.tanh(tf.add(tf.matmul(H, W), b))
        return tf.add(tf.matmul(H, self.weights[-1]), self.biases[-1])

    def f(self, X_f):
        x = tf.convert_to_tensor(X_f[:, 0:1], dtype=DTYPE)
        t = tf.convert_to_tensor(X_f[:, 1:2], dtype=DTYPE)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            tape.watch(t)
            u = self.u(tf.stack([x[:, 0], t[:, 0]], axis=1))
            u_x = tape.gradient(u, x)
        u_xx = tape.gradient(u_x, x)
        u_t = tape.gradient(u, t)
        del tape
        return u_t + u * u_x - self.nu * u_xx

    def loss(self, X_u, u, X_f):
        return tf.reduce_mean(tf.square(u - self.u(X_u))) + tf.reduce_mean(tf.square(self.f(X_f)))

    def grad(self, X_u, u, X_f):
        with tf.GradientTape() as tape:
            loss_value = self.loss(X_u, u, X_f)
        return loss_value, tape.gradient(loss_value, self.wrap_training_variables)

    def fit(self, X_u, u, X_f, epochs):
        X_u, u = tf.convert_to_tensor(X_u, dtype=DTYPE), tf.convert_to_tensor(u, dtype=DTYPE)
        for epoch in range(epochs):
            loss_value, grads = self.grad(X_u, u, X_f)
            self.optimizer.apply_gradients(zip(grads, self.wrap_training_variables))
            print("tf_epoch = %6d  loss = %.8e" % (epoch, float(loss_value)))


if __name__ == "__main__":
    rng = np.random.RandomState(0)
    lb, ub = np.array([-1.0, 0.0]), np.array([1.0, 0.99])
    x = np.linspace(-1, 1, 25)[:, None]
    X_u = np.hstack([x, np.zeros_like(x)])
    u = -np.sin(np.pi * x)
    X_f = lb + (ub - lb) * rng.uniform(size=(60, 2))
    pinn = PhysicsInformedNN(
        [2, 12, 12, 1], tf.keras.optimizers.Adam(learning_rate=0.01), 0.01 / np.pi, ub, lb
    )
    pinn.fit(X_u, u, X_f, epochs=6)
    u_pred = pinn.u(tf.constant([[0.5, 0.1], [-0.5, 0.5]], dtype=DTYPE))
    print(u_pred.numpy().ravel())
