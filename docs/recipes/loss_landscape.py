# %% [markdown]
# # The way of a training through its landscape
#
# `tf.plots.loss_surface` draws the loss in the plane in which the parameters moved most, with the path of the training
# in it; `tf.plots.histograms` shows the gradients on the way.

# %%
import matplotlib.pyplot as plt

import gradtape as tf

tf.random.set_seed(2)
x = tf.reshape(tf.linspace(-2.0, 2.0, 60), [-1, 1])
y = tf.sin(2.0 * x)
network = tf.keras.Sequential(
    [tf.keras.layers.Dense(12, activation="tanh"), tf.keras.layers.Dense(1)]
)


def loss():
    return tf.reduce_mean((network(x) - y) ** 2)


loss()  # the variables are made
variables = network.trainable_variables
optimizer = tf.keras.optimizers.Adam(0.03)
path, gradients, losses = [], [], []
for step in range(150):
    with tf.GradientTape() as tape:
        value = loss()
    gradients.append(tape.gradient(value, variables))
    losses.append(float(value))
    if step % 5 == 0:
        path.append([v.numpy() for v in variables])
    optimizer.apply_gradients(zip(gradients[-1], variables))
path.append([v.numpy() for v in variables])

# %%
print(f"loss {losses[0]:.3f}, then {losses[-1]:.4f}")
assert losses[-1] < 0.1 * losses[0]
_, (left, right) = plt.subplots(1, 2, figsize=(8, 3.4))
tf.plots.histograms(gradients, bins=40, axes=left)
tf.plots.loss_surface(loss, variables, path=path, points=20, axes=right)
