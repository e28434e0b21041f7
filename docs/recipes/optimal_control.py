# %% [markdown]
# # Steering by gradients
#
# A car is to end at a place, standing, around an obstacle, with little effort. All accelerations of the drive are unknown;
# the drive is simulated inside the tape, and the gradient says how to steer at every moment.

# %%
import matplotlib.pyplot as plt

import gradtape as tf

moments, step = 40, 0.1
goal, obstacle = tf.constant([4.0, 2.0]), tf.constant([2.0, 0.8])
controls = tf.Variable(tf.zeros([moments, 2]))


def drive():
    """The places at all moments: [moments + 1, 2], and the last speed."""
    place, speed, path = tf.zeros([2]), tf.zeros([2]), []
    for control in tf.unstack(controls):
        path.append(place)
        speed += step * control
        place += step * speed
    return tf.stack([*path, place]), speed


def cost():
    path, speed = drive()
    near = tf.nn.softplus(8.0 * (0.8 - tf.norm(path - obstacle, axis=1)))
    end = 50.0 * tf.reduce_sum((path[-1] - goal) ** 2) + 20.0 * tf.reduce_sum(speed**2)
    return end + 0.05 * tf.reduce_sum(controls**2) + 2.0 * tf.reduce_sum(near)


# %%
optimizer = tf.keras.optimizers.Adam(0.1)
paths = []
for iteration in range(150):
    if iteration in (5, 20, 149):
        paths.append((iteration, drive()[0].numpy()))
    with tf.GradientTape() as tape:
        value = cost()
    optimizer.apply_gradients([(tape.gradient(value, controls), controls)])

# %%
path, speed = drive()
missed = float(tf.norm(path[-1] - goal))
clearance = float(tf.reduce_min(tf.norm(path - obstacle, axis=1)))
print(f"{missed:.3f} from the goal, nearest to the obstacle {clearance:.2f}")
assert missed < 0.1
assert clearance > 0.7

plt.figure(figsize=(5, 3.2))
for iteration, path in paths:
    plt.plot(*path.T, ".-", markersize=3, label=f"iteration {iteration}")
plt.gca().add_patch(plt.Circle(obstacle.numpy(), 0.8, color="gray", alpha=0.4))
plt.plot(*goal.numpy(), "*", markersize=14)
plt.axis("equal")
plt.legend()
