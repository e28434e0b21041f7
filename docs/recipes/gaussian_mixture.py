# %% [markdown]
# # A mixture of Gaussians by descent
#
# The likelihood of a mixture is a sum inside of a logarithm, for which `reduce_logsumexp` has a gradient that neither
# overflows nor loses digits. Triangular factors keep the covariances positive.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

random = np.random.default_rng(3)
centres = np.array([[-2.0, 0.0], [1.5, 1.5], [1.0, -2.0]])
points = np.concatenate(
    [c + random.normal(size=[80, 2]) @ random.normal(scale=0.6, size=[2, 2]) for c in centres]
)
points = tf.constant(points)

means = tf.Variable(points.numpy()[random.choice(240, 3)])
factors = tf.Variable(np.stack([np.eye(2)] * 3))  # of the inverse covariances
weights = tf.Variable(np.zeros(3))


def log_densities():
    """The logarithm of weight times density: [points, 3]."""
    lower = tf.linalg.band_part(factors, -1, 0)
    away = tf.einsum("nki,kij->nkj", points[:, None] - means, lower)
    scale = tf.reduce_sum(tf.math.log(tf.abs(tf.linalg.diag_part(lower))), axis=1)
    return (
        tf.nn.log_softmax(weights)
        + scale
        - 0.5 * tf.reduce_sum(away**2, axis=2)
        - np.log(2.0 * np.pi)
    )


# %%
optimizer = tf.keras.optimizers.Adam(0.05)
variables = [means, factors, weights]
losses = []
for step in range(250):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(tf.reduce_logsumexp(log_densities(), axis=1))
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    losses.append(float(loss))
print(f"log-likelihood of a point: {-losses[0]:.2f}, then {-losses[-1]:.2f}")
nearest = np.linalg.norm(means.numpy()[:, None] - centres, axis=2).min(axis=0)
assert nearest.max() < 0.6, nearest

# %%
belongs = tf.argmax(log_densities(), axis=1)
plt.scatter(*points.numpy().T, c=belongs, s=8)
plt.plot(*means.numpy().T, "k+", markersize=14)
circle = np.stack([np.cos(np.linspace(0, 2 * np.pi, 60)), np.sin(np.linspace(0, 2 * np.pi, 60))])
for mean, lower in zip(means.numpy(), tf.linalg.band_part(factors, -1, 0).numpy()):
    plt.plot(*(mean[:, None] + 2.0 * np.linalg.solve(lower.T, circle)), color="gray")
plt.axis("equal")
