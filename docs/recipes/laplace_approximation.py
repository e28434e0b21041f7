# %% [markdown]
# # How sure is a fit
#
# Around the best parameters the posterior is nearly normal, and the Hessian of the loss is the inverse of its covariance
# (Laplace). The jacobian of a gradient is that Hessian, and the band around the curve follows from the gradient of each
# answer.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

random = np.random.default_rng(0)
t = np.concatenate([np.linspace(0.0, 2.0, 12), [4.0]])
noise = 0.1
y = 2.0 * np.exp(-0.8 * t) + 0.3 + noise * random.normal(size=t.size)
parameters = tf.Variable([1.0, 1.0, 0.0], dtype=tf.float64)  # height, rate, level


def curve(p, t):
    return p[0] * tf.exp(-p[1] * t) + p[2]


def negative_log_posterior():
    prior = 0.5 * tf.reduce_sum((parameters / 10.0) ** 2)
    return tf.reduce_sum((curve(parameters, t) - y) ** 2) / (2.0 * noise**2) + prior


def gradient_and_hessian():
    with tf.GradientTape() as outer, tf.GradientTape() as inner:
        value = negative_log_posterior()
        gradient = inner.gradient(value, parameters)
    return gradient, outer.jacobian(gradient, parameters)


# %%
damping = 1000.0
for step in range(80):
    before = negative_log_posterior()
    gradient, hessian = gradient_and_hessian()
    damped = hessian + damping * tf.eye(3, dtype=tf.float64)
    change = tf.linalg.solve(damped, gradient[:, None])[:, 0]
    parameters.assign_sub(change)
    if negative_log_posterior() > before:
        parameters.assign_add(change)
        damping *= 4.0
    else:
        damping = max(damping / 2.0, 1e-9)
gradient, hessian = gradient_and_hessian()
covariance = tf.linalg.inv(hessian)
for name, value, deviation in zip(
    ("height", "rate", "level"),
    parameters.numpy(),
    tf.sqrt(tf.linalg.diag_part(covariance)).numpy(),
):
    print(f"{name:6} {value:.2f} +- {deviation:.2f}")
assert float(tf.norm(gradient)) < 1.0
assert np.all(
    np.abs(parameters.numpy() - [2.0, 0.8, 0.3]) < 4.0 * np.sqrt(np.diag(covariance.numpy()))
)

# %%
at = np.linspace(0.0, 6.0, 100)
with tf.GradientTape() as tape:
    mean = curve(parameters, at)
slopes = tape.jacobian(mean, parameters)
spread = tf.sqrt(tf.einsum("ni,ij,nj->n", slopes, covariance, slopes))
plt.fill_between(at, mean - 2.0 * spread, mean + 2.0 * spread, alpha=0.25, label="two deviations")
plt.plot(at, mean, label="fit")
plt.plot(t, y, "k.", label="data")
plt.legend()
