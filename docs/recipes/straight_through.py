# %% [markdown]
# # Weights of one bit
#
# `sign` has no useful gradient. A custom gradient passes the gradient on as if it were the identity (Bengio and others,
# 2013), and a network with weights of -1 and 1 can be trained.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
random = np.random.default_rng(0)


@tf.custom_gradient
def binary(x):
    def gradient(upstream):
        return upstream * tf.cast(tf.abs(x) <= 1.0, x.dtype)

    return tf.where(x >= 0.0, tf.ones_like(x), -tf.ones_like(x)), gradient


x = random.normal(size=[500, 2]).astype("float32")
labels = ((x[:, 0] * x[:, 1]) > 0.0).astype("float32")[:, None]

# %%
weights = [tf.Variable(tf.random.uniform(s, -1.0, 1.0)) for s in ([2, 64], [64, 32], [32, 1])]
biases = [tf.Variable(tf.random.normal([n])) for n in (64, 32, 1)]


def network(x):
    for w, b in zip(weights[:-1], biases):
        x = tf.nn.relu(x @ binary(w) / w.shape[0] ** 0.5 + b)
    return x @ binary(weights[-1]) / 6.0 + biases[-1]


optimizer = tf.keras.optimizers.Adam(0.02)
losses = []
for step in range(200):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=network(x))
        )
    variables = weights + biases
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    for w in weights:
        w.assign(tf.clip_by_value(w, -1.0, 1.0))
    losses.append(float(loss))

# %%
accuracy = np.mean((network(x).numpy() > 0.0) == (labels > 0.5))
print(f"accuracy with weights of one bit: {accuracy:.2f}")
assert accuracy > 0.9

_, (left, right) = plt.subplots(1, 2, figsize=(7, 3))
tf.plots.loss_curves(losses, smoothing=0.8, axes=left)
tf.plots.contours(
    lambda x, y: tf.reshape(network(tf.reshape(tf.stack([x, y], axis=-1), [-1, 2])), x.shape),
    x=(-2.0, 2.0),
    y=(-2.0, 2.0),
    levels=[-2.0, 0.0, 2.0],
    axes=right,
)
right.plot(*x[labels[:, 0] > 0.5].T, ".", markersize=2)
