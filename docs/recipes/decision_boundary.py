# %% [markdown]
# # A boundary between two moons
#
# The smallest classifier that needs a network, with `fit`: two interleaved half circles.

# %%
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
random = np.random.default_rng(0)
angle = random.uniform(0.0, np.pi, [2, 100])
upper = np.stack([np.cos(angle[0]) - 0.5, np.sin(angle[0]) - 0.25], axis=1)
lower = np.stack([0.5 - np.cos(angle[1]), 0.25 - np.sin(angle[1])], axis=1)
points = np.concatenate([upper, lower]).astype("float32")
points += 0.1 * random.normal(size=points.shape).astype("float32")
labels = np.repeat([0.0, 1.0], 100).astype("float32")[:, None]

# %%
model = tf.keras.Sequential(
    [tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(1)]
)
model.compile(
    tf.keras.optimizers.Adam(0.05),
    tf.keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.BinaryAccuracy(threshold=0.0)],
)
history = model.fit(points, labels, epochs=40, batch_size=50, verbose=0)
accuracy = history.history["binary_accuracy"][-1]
print(f"accuracy {accuracy:.3f}")
assert accuracy > 0.95


# %%
def score(x, y):
    """The model for every place of a grid."""
    return tf.reshape(model(tf.reshape(tf.stack([x, y], axis=-1), [-1, 2])), x.shape)


axes = tf.plots.contours(score, x=(-2.0, 2.0), y=(-1.5, 1.5), levels=[-2.0, 0.0, 2.0])
for kind in (0, 1):
    axes.plot(*points[labels[:, 0] == kind].T, ".")
