# %% [markdown]
# # A hanging chain
#
# A chain hangs where its energy is least. Descent on the places of its links, with springs between them, finds the curve
# that Huygens, Leibniz and Johann Bernoulli found: a hyperbolic cosine.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

links, length = 21, 3.0
x = np.linspace(-1.0, 1.0, links)
inner = tf.Variable(np.stack([x, np.abs(x) * 1.0 - 1.0], axis=1)[1:-1])
ends = np.array([[-1.0, 0.0]]), np.array([[1.0, 0.0]])


def chain():
    return tf.concat([ends[0], inner, ends[1]], axis=0)


def energy(stiffness):
    places = chain()
    stretch = tf.norm(places[1:] - places[:-1], axis=1) - length / (links - 1)
    return tf.reduce_mean(places[:, 1]) + stiffness * tf.reduce_sum(stretch**2)


# %% [markdown]
# Newton's steps, with the Hessian as the jacobian of the gradient. A part of the unit matrix is added, more when a step
# would lead uphill.

# %%
stiffness = 500.0
damping, values = 1.0, []
for step in range(60):
    with tf.GradientTape() as outer, tf.GradientTape() as tape:
        value = energy(stiffness)
        gradient = tape.gradient(value, inner)
    hessian = tf.reshape(outer.jacobian(gradient, inner), [2 * links - 4] * 2)
    values.append(float(value))
    flat = tf.reshape(gradient, [-1, 1])
    change = tf.linalg.solve(hessian + damping * tf.eye(2 * links - 4, dtype=tf.float64), flat)
    inner.assign_sub(tf.reshape(change, inner.shape))
    if energy(stiffness) > value:
        inner.assign_add(tf.reshape(change, inner.shape))
        damping *= 4.0
    else:
        damping = max(damping / 3.0, 1e-9)

# %%
places = chain().numpy()
# Of a catenary c cosh(x / c) through both ends, the length is 2 c sinh(1 / c).
low, high = 0.1, 5.0
for _ in range(60):
    c = (low + high) / 2.0
    low, high = (c, high) if 2.0 * c * np.sinh(1.0 / c) > length else (low, c)
catenary = c * np.cosh(places[:, 0] / c) - c * np.cosh(1.0 / c)
error = np.abs(catenary - places[:, 1]).max()
print(f"lowest link at {places[:, 1].min():.3f}, distance from the catenary {error:.3f}")
assert error < 0.03

plt.plot(places[:, 0], catenary, linewidth=4, alpha=0.4, label="catenary")
plt.plot(*places.T, "o-", markersize=4, label="descent")
plt.axis("equal")
plt.legend()
