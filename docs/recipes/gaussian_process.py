# %% [markdown]
# # A Gaussian process that finds its own scales
#
# The likelihood of the data is differentiated through a Cholesky factorisation, and gradient descent finds the length, the
# height and the noise (Rasmussen and Williams, 2006, equation 2.30).

# %%
import matplotlib.pyplot as plt

import gradtape as tf

tf.random.set_seed(1)
x = tf.sort(tf.random.uniform([25], -3.0, 3.0, dtype=tf.float64))
y = tf.sin(2.0 * x) + 0.15 * tf.random.normal([25], dtype=tf.float64)
logs = tf.Variable(tf.zeros([3], tf.float64))  # of length, height, noise


def kernel(a, b):
    length, height, _ = tf.unstack(tf.exp(logs))
    return height**2 * tf.exp(-((a[:, None] - b[None, :]) ** 2) / (2.0 * length**2))


def factor():
    noise = tf.exp(logs[2])
    return tf.linalg.cholesky(kernel(x, x) + (noise**2 + 1e-8) * tf.eye(25, dtype=tf.float64))


def negative_log_likelihood():
    lower = factor()
    z = tf.linalg.triangular_solve(lower, y[:, None])
    return 0.5 * tf.reduce_sum(z**2) + tf.reduce_sum(tf.math.log(tf.linalg.diag_part(lower)))


# %%
optimizer = tf.keras.optimizers.Adam(0.1)
for step in range(120):
    with tf.GradientTape() as tape:
        loss = negative_log_likelihood()
    optimizer.apply_gradients([(tape.gradient(loss, logs), logs)])
length, height, noise = tf.exp(logs).numpy()
print(f"length {length:.2f}, height {height:.2f}, noise {noise:.2f}")
assert 0.08 < noise < 0.25

# %% [markdown]
# The mean and the variance between the points follow from the same factor.

# %%
at = tf.linspace(tf.constant(-4.0, tf.float64), 4.0, 200)
lower, across = factor(), kernel(x, at)
mean = tf.squeeze(tf.linalg.cholesky_solve(lower, y[:, None]), axis=1)
mean = tf.linalg.matvec(across, mean, transpose_a=True)
spread = tf.sqrt(height**2 - tf.reduce_sum(tf.linalg.triangular_solve(lower, across) ** 2, axis=0))

plt.fill_between(at, mean - 2.0 * spread, mean + 2.0 * spread, alpha=0.25, label="two deviations")
plt.plot(at, mean, label="mean")
plt.plot(x, y, "k.", label="data")
plt.legend()
