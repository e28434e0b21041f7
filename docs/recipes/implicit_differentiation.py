# %% [markdown]
# # Through a solver without its steps
#
# The root $x(a)$ of $f(x, a) = 0$ has the derivative $-f_a / f_x$, whatever way it was found. `custom_gradient` says so,
# and the tape holds one operation instead of all of Newton's steps.

# %%
import matplotlib.pyplot as plt

import gradtape as tf


def kepler(x, a):
    """Kepler's equation for the eccentricity a, at the mean anomaly 1: zero at the eccentric one."""
    return x - a * tf.sin(x) - 1.0


@tf.custom_gradient
def root(a):
    x = tf.ones_like(a)
    for _ in range(20):
        x -= kepler(x, a) / (1.0 - a * tf.cos(x))

    def gradient(upstream):
        with tf.GradientTape() as tape:
            tape.watch([x, a])
            value = kepler(x, a)
        by_x, by_a = tape.gradient(value, [x, a])
        return -upstream * by_a / by_x

    return x, gradient


# %%
a = tf.linspace(tf.constant(0.0, tf.float64), 0.9, 50)
with tf.GradientTape() as tape:
    tape.watch(a)
    x = root(a)
slope = tape.gradient(x, a)

difference = (root(a + 1e-6) - root(a - 1e-6)) / 2e-6
error = float(tf.reduce_max(tf.abs(slope - difference)))
print(f"largest difference from a quotient of differences: {error:.1e}")
assert error < 1e-7

plt.plot(a, x, label="root")
plt.plot(a, slope, label="its derivative")
plt.plot(a[::5], difference[::5], "k.", label="quotient of differences")
plt.xlabel("a")
plt.legend()
