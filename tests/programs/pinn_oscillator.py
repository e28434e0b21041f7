"""A damped oscillator by a Keras network; the residual from nested tapes."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.optimizers import Adam


class OscillatorPINN:
    def __init__(self, omega, damping, learning_rate=1e-3):
        self.omega, self.damping = omega, damping
        self.model = Sequential(
            [
                Input(shape=(1,)),
                Dense(16, activation="tanh"),
                Dense(16, activation="tanh"),
                Dense(1),
            ]
        )
        rng = np.random.RandomState(8)
        self.model.set_weights([rng.normal(size=w.shape) * 0.5 for w in self.model.get_weights()])
        self.optimizer = Adam(learning_rate=learning_rate)
        self.t0 = tf.zeros((1, 1))
        self.t = tf.reshape(tf.linspace(0.0, 2.0, 30), (-1, 1))

    @tf.function
    def residual(self, t):
        with tf.GradientTape() as g2:
            g2.watch(t)
            with tf.GradientTape() as g1:
                g1.watch(t)
                y = self.model(t)
            dy = g1.gradient(y, t)
        ddy = g2.gradient(dy, t)
        return ddy + 2.0 * self.damping * dy + self.omega**2 * y

    def initial(self):
        with tf.GradientTape() as tape:
            tape.watch(self.t0)
            y = self.model(self.t0)
        v = tape.gradient(y, self.t0)
        return tf.reduce_mean((y - 1.0) ** 2), tf.reduce_mean(v**2)

    def step(self):
        with tf.GradientTape() as tape:
            physics = tf.reduce_mean(tf.square(self.residual(self.t)))
            position, velocity = self.initial()
            loss = 1e-2 * physics + position + 0.1 * velocity
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return physics, position, velocity, loss


pinn = OscillatorPINN(omega=3.0, damping=0.2)
for i in range(6):
    parts = pinn.step()
    print(i, " ".join("{:.5f}".format(p.numpy()) for p in parts))
