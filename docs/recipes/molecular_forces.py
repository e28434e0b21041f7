# %% [markdown]
# # Forces from an energy
#
# Atoms that attract each other from afar and repel each other nearby (Lennard and Jones). Only the energy is written
# down; the forces are its gradient, and the simulation keeps the total energy.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

random = np.random.default_rng(0)
x, y = np.meshgrid(np.arange(4) * 1.15, np.arange(4) * 1.15)
places = tf.constant(np.stack([x.ravel(), y.ravel()], axis=1))
speeds = tf.constant(0.3 * random.normal(size=[16, 2]))
pairs = np.array([(i, j) for i in range(16) for j in range(i)])


def energy(places):
    away = tf.gather(places, pairs[:, 0]) - tf.gather(places, pairs[:, 1])
    sixth = tf.reduce_sum(away**2, axis=1) ** -3
    return 4.0 * tf.reduce_sum(sixth**2 - sixth)


def forces(places):
    with tf.GradientTape() as tape:
        tape.watch(places)
        value = energy(places)
    return -tape.gradient(value, places), float(value)


# %%
step, kinetic, potential, trail = 0.004, [], [], []
force, value = forces(places)
for moment in range(600):
    speeds += 0.5 * step * force
    places += step * speeds
    force, value = forces(places)
    speeds += 0.5 * step * force
    kinetic.append(float(0.5 * tf.reduce_sum(speeds**2)))
    potential.append(value)
    trail.append(places.numpy())

# %%
total = np.array(kinetic) + np.array(potential)
print(f"total energy: between {total.min():.3f} and {total.max():.3f}")
assert np.ptp(total) < 0.05

_, (left, right) = plt.subplots(1, 2, figsize=(7, 3))
left.plot(kinetic, label="of motion")
left.plot(potential, label="of place")
left.plot(total, label="total")
left.legend()
right.plot(*np.array(trail).transpose(2, 0, 1), linewidth=0.8)
right.plot(*trail[-1].T, "k.")
right.axis("equal")
