# %% [markdown]
# # Samples along gradients
#
# Hamiltonian Monte Carlo rolls a ball over the negative logarithm of a density: the gradient is the force, and far places
# are reached that are as likely (Neal, 2011). Many chains run at once, as a batch.

# %%
import matplotlib.pyplot as plt

import gradtape as tf

tf.random.set_seed(0)
chains, step, leaps = 50, 0.15, 12


def height(place):
    """The negative logarithm of a density in the form of a banana: [chains]."""
    x, y = tf.unstack(place, axis=1)
    return 0.5 * x**2 + 2.0 * (y - 0.6 * x**2) ** 2


def force(place):
    with tf.GradientTape() as tape:
        tape.watch(place)
        value = height(place)
    return -tape.gradient(value, place)


def leap_frog(place, speed):
    speed += 0.5 * step * force(place)
    for leap in range(leaps):
        place += step * speed
        speed += step * force(place) * (0.5 if leap == leaps - 1 else 1.0)
    return place, speed


def energy(place, speed):
    return height(place) + 0.5 * tf.reduce_sum(speed**2, axis=1)


# %%
place, samples, taken = tf.random.normal([chains, 2]), [], []
for round_ in range(40):
    speed = tf.random.normal([chains, 2])
    new, new_speed = leap_frog(place, speed)
    chance = tf.exp(tf.minimum(energy(place, speed) - energy(new, new_speed), 0.0))
    accepted = tf.random.uniform([chains]) < chance
    place = tf.where(accepted[:, None], new, place)
    taken.append(tf.reduce_mean(tf.cast(accepted, tf.float32)))
    if round_ >= 5:
        samples.append(place)

# %%
samples = tf.concat(samples, axis=0)
x, y = tf.unstack(samples, axis=1)
rate, variance = float(sum(taken)) / len(taken), float(tf.math.reduce_variance(x))
print(f"{rate:.2f} of the steps were taken; variance of x: {variance:.2f}, which is 1")
assert rate > 0.8
assert abs(variance - 1.0) < 0.2
# The mean of y is 0.6 times that of the square of x.
assert abs(float(tf.reduce_mean(y)) - 0.6) < 0.15

axes = tf.plots.contours(
    lambda x, y: 0.5 * x**2 + 2.0 * (y - 0.6 * x**2) ** 2,
    x=(-3.5, 3.5),
    y=(-2.0, 6.0),
    levels=[0.5, 1.0, 2.0, 4.0],
)
axes.plot(x, y, ".", markersize=2)
plt.ylim(-2.0, 6.0)
