"""A physics-informed repository: the heat equation, everything in float64."""
# keras: 2

import numpy as np
import tensorflow as tf
import tensorflow.keras as keras
from tensorflow.keras import layers, models

tf.keras.backend.set_floatx("float64")

np.random.seed(1)
inputs = keras.Input(shape=(2,))
h = layers.Dense(10, activation="tanh")(inputs)
h = layers.Dense(10, activation="tanh")(h)
outputs = layers.Dense(1)(h)
model = models.Model(inputs, outputs)
model.set_weights([np.random.normal(scale=0.6, size=w.shape) for w in model.get_weights()])

opt = keras.optimizers.Adam(learning_rate=0.01)
points = tf.constant(np.random.uniform(size=(40, 2)))
boundary = tf.constant(np.stack([np.linspace(0, 1, 20), np.zeros(20)], axis=1))
values = tf.sin(np.pi * boundary[:, 0:1])


@tf.function
def pde_loss(X):
    x, t = X[:, 0:1], X[:, 1:2]
    with tf.GradientTape(persistent=True) as outer:
        outer.watch([x, t])
        with tf.GradientTape() as inner:
            inner.watch(x)
            u = model(tf.concat([x, t], axis=1))
        u_x = inner.gradient(u, x)
    u_xx = outer.gradient(u_x, x)
    u_t = outer.gradient(u, t)
    return tf.reduce_mean(tf.square(u_t - 0.1 * u_xx))


for epoch in range(1, 6):
    with tf.GradientTape() as tape:
        loss_pde = pde_loss(points)
        loss_bc = tf.reduce_mean(keras.losses.mean_squared_error(values, model(boundary)))
        loss = loss_pde + loss_bc
    grads = tape.gradient(loss, model.trainable_weights)
    opt.apply_gradients(zip(grads, model.trainable_weights))
    print("epoch %d: pde %.7f bc %.7f" % (epoch, loss_pde, loss_bc))
assert model.trainable_weights[0].dtype == "float64"
