# %% [markdown]
# # Newton's method without a Hessian
#
# The product of the Hessian with a vector is the gradient of (gradient times vector): two sweeps, whatever the number of
# parameters. Conjugate gradients need nothing else to solve for Newton's step.

# %%
import numpy as np

import gradtape as tf


def rosenbrock(x):
    return tf.reduce_sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def gradient_and_product(function, x):
    """The value, the gradient, and a function that multiplies the Hessian with a vector."""
    tape = tf.GradientTape(persistent=True)
    with tape:
        tape.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            value = function(x)
        gradient = inner.gradient(value, x)
    return value, gradient, lambda vector: tape.gradient(gradient, x, output_gradients=vector)


# %% [markdown]
# The tape is persistent, so that each product is one more sweep over the same recording.


# %%
def conjugate_gradients(multiply, right, steps):
    """Solves `multiply(s) = right`; stops where the curvature is negative."""
    s, residual = tf.zeros_like(right), right
    direction, size = right, tf.reduce_sum(right**2)
    for _ in range(steps):
        product = multiply(direction)
        curvature = tf.reduce_sum(direction * product)
        if curvature <= 0.0:
            return s if tf.reduce_any(s != 0.0) else direction
        s += size / curvature * direction
        residual -= size / curvature * product
        new = tf.reduce_sum(residual**2)
        if new < 1e-20:
            break
        direction, size = residual + new / size * direction, new
    return s


x = tf.zeros([50], tf.float64)
values = []
for iteration in range(100):
    value, gradient, multiply = gradient_and_product(rosenbrock, x)
    values.append(float(value))
    if tf.norm(gradient) < 1e-8:
        break
    step, length = conjugate_gradients(multiply, -gradient, 50), 1.0
    while rosenbrock(x + length * step) > value + 1e-4 * length * tf.reduce_sum(gradient * step):
        length /= 2.0
    x += length * step

# %%
print(f"{iteration} iterations, distance from the minimum {np.abs(x.numpy() - 1.0).max():.1e}")
assert np.abs(x.numpy() - 1.0).max() < 1e-6

tf.plots.loss_curves({"Newton with conjugate gradients": values}, log=True)
