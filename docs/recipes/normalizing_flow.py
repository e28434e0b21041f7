# %% [markdown]
# # A density made of layers
#
# A normalizing flow bends a normal distribution into that of the data by maps that can be undone, and whose determinants
# are products: affine couplings (Dinh and others, 2016). The likelihood is exact, and descent makes it large.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
random = np.random.default_rng(0)
angle = random.uniform(0.0, np.pi, 400)
data = np.stack([2.0 * np.cos(angle), 2.5 * np.sin(angle) - 1.5], axis=1) + 0.15 * random.normal(
    size=[400, 2]
)
data = tf.constant(data.astype("float32"))


class Coupling(tf.Module):
    """One number passes, and says how the other one is scaled and moved."""

    def __init__(self, first):
        super().__init__()
        self.first = first
        hidden = tf.keras.layers.Dense(24, activation="tanh")
        self.network = tf.keras.Sequential(
            [hidden, tf.keras.layers.Dense(2, kernel_initializer="zeros")]
        )

    def parts(self, x):
        halves = tf.split(x, 2, axis=1)
        return halves if self.first else halves[::-1]

    def joined(self, kept, changed):
        return tf.concat([kept, changed] if self.first else [changed, kept], axis=1)

    def scale_and_shift(self, kept):
        scale, shift = tf.split(self.network(kept), 2, axis=1)
        return tf.tanh(scale) * 2.0, shift

    def to_normal(self, x):
        kept, changed = self.parts(x)
        scale, shift = self.scale_and_shift(kept)
        return self.joined(kept, (changed - shift) * tf.exp(-scale)), -scale[:, 0]

    def to_data(self, z):
        kept, changed = self.parts(z)
        scale, shift = self.scale_and_shift(kept)
        return self.joined(kept, changed * tf.exp(scale) + shift)


flow = [Coupling(bool(n % 2)) for n in range(6)]


def log_likelihood(x):
    total = 0.0
    for coupling in flow:
        x, log_determinant = coupling.to_normal(x)
        total += log_determinant
    return total - 0.5 * tf.reduce_sum(x**2, axis=1) - np.log(2.0 * np.pi)


# %%
optimizer = tf.keras.optimizers.Adam(0.01)
losses = []
for step in range(250):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(log_likelihood(data))
    variables = [v for coupling in flow for v in coupling.network.trainable_variables]
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    losses.append(float(loss))

samples = tf.random.normal([400, 2])
there = samples
for coupling in reversed(flow):
    there = coupling.to_data(there)
back = there
for coupling in flow:
    back, _ = coupling.to_normal(back)
print(f"log-likelihood: {-losses[0]:.2f}, then {-losses[-1]:.2f}")
assert losses[-1] < losses[0] - 1.0
assert float(tf.reduce_max(tf.abs(back - samples))) < 1e-2  # what was bent is straight again

# %%
plt.scatter(*data.numpy().T, s=6, label="data")
plt.scatter(*there.numpy().T, s=6, label="drawn")
plt.axis("equal")
plt.legend()
