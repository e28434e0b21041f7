# %% [markdown]
# # A sharp picture from a blurred one
#
# The blur is a convolution, so the picture that explains what the camera saw is found by descent. Total variation, the
# sum of the differences between neighbours, keeps the noise down.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
y, x = np.mgrid[:48, :48]
sharp = ((np.hypot(x - 16, y - 20) < 10) + 0.6 * ((abs(x - 34) < 8) & (abs(y - 30) < 12))).astype(
    "float32"
)
sharp = tf.constant(sharp[None, ..., None])
bell = np.exp(-(np.linspace(-2.0, 2.0, 9) ** 2)).astype("float32")
kernel = tf.constant((np.outer(bell, bell) / bell.sum() ** 2)[..., None, None])


def blurred(image):
    return tf.nn.conv2d(image, kernel, strides=1, padding="SAME")


seen = blurred(sharp) + 0.01 * tf.random.normal(sharp.shape)

# %%
image = tf.Variable(seen)
optimizer = tf.keras.optimizers.Adam(0.03)
losses = []
for step in range(150):
    with tf.GradientTape() as tape:
        fit = tf.reduce_sum((blurred(image) - seen) ** 2)
        loss = fit + 0.003 * tf.reduce_sum(tf.image.total_variation(image))
    optimizer.apply_gradients([(tape.gradient(loss, image), image)])
    losses.append(float(loss))


# %%
def error(picture):
    return float(tf.sqrt(tf.reduce_mean((picture - sharp) ** 2)))


print(f"error: {error(seen):.3f} blurred, {error(image):.3f} found")
assert error(image) < 0.7 * error(seen)

_, axes = plt.subplots(1, 3, figsize=(7, 2.6))
for axis, picture, title in zip(axes, (sharp, seen, image), ("true", "seen", "found")):
    axis.imshow(picture[0, ..., 0], cmap="gray", vmin=0.0, vmax=1.0)
    axis.set_title(title)
    axis.axis("off")
