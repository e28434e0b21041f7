# %% [markdown]
# # Cameras and points from pictures
#
# Bundle adjustment: several cameras saw the same points, and both the places of the cameras and those of the points are
# to be found from where the points are in the pictures. `tape.jacobian` gives the derivatives of all residuals at once, and
# the method of Levenberg and Marquardt does the rest.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

random = np.random.default_rng(0)
cameras, points = 5, 20
angles = np.linspace(-0.6, 0.6, cameras)
true_points = random.uniform(-1.0, 1.0, [points, 3])
true_cameras = np.stack([angles, 4.0 * np.sin(angles), 4.0 * (1.0 - np.cos(angles))], axis=1)


def seen(poses, places):
    """Where each camera sees each point: [cameras, points, 2]. A camera has an angle and a place."""
    cos, sin = tf.cos(poses[:, :1]), tf.sin(poses[:, :1])
    x = places[None, :, 0] - poses[:, 1:2]
    z = places[None, :, 2] - poses[:, 2:3] + 4.0
    depth = sin * x * -1.0 + cos * z
    return tf.stack([(cos * x + sin * z) / depth, places[None, :, 1] / depth], axis=-1)


pictures = seen(tf.constant(true_cameras), tf.constant(true_points))
pictures = pictures.numpy() + random.normal(scale=0.002, size=pictures.shape)

# %% [markdown]
# The first and the last camera are known: a scene that is turned, moved or scaled as a whole would look the same.

# %%
unknown = tf.Variable(
    np.concatenate(
        [
            (true_cameras[1:-1] + random.normal(scale=0.1, size=[cameras - 2, 3])).ravel(),
            (true_points + random.normal(scale=0.2, size=true_points.shape)).ravel(),
        ]
    )
)


def scene(values):
    poses = tf.concat(
        [true_cameras[:1], tf.reshape(values[: 3 * cameras - 6], [-1, 3]), true_cameras[-1:]],
        axis=0,
    )
    return poses, tf.reshape(values[3 * cameras - 6 :], [-1, 3])


def residuals():
    return tf.reshape(seen(*scene(unknown)) - pictures, [-1])


damping, errors = 1e-3, []
before = scene(unknown)[1].numpy()
for step in range(12):
    with tf.GradientTape() as tape:
        left = residuals()
    jacobian = tape.jacobian(left, unknown)
    normal = tf.matmul(jacobian, jacobian, transpose_a=True)
    slope = tf.linalg.matvec(jacobian, left, transpose_a=True)
    damped = normal + damping * tf.linalg.diag(tf.linalg.diag_part(normal) + 1e-9)
    change = tf.linalg.solve(damped, slope[:, None])[:, 0]
    errors.append(float(tf.sqrt(tf.reduce_mean(left**2))))
    unknown.assign_sub(change)
    if float(tf.sqrt(tf.reduce_mean(residuals() ** 2))) > errors[-1]:
        unknown.assign_add(change)
        damping *= 10.0
    else:
        damping /= 3.0

# %%
after = scene(unknown)[1].numpy()
print(f"error in the pictures: {errors[0]:.4f}, then {errors[-1]:.4f}; noise 0.0020")
assert errors[-1] < 0.0025

plt.figure(figsize=(4.5, 4))
plt.plot(true_points[:, 0], true_points[:, 2], "o", markersize=9, alpha=0.4, label="true")
plt.plot(before[:, 0], before[:, 2], "x", label="first guess")
plt.plot(after[:, 0], after[:, 2], "k.", label="found")
plt.legend()
