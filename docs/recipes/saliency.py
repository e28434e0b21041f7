# %% [markdown]
# # Which pixels decide
#
# A classifier tells crosses from rings. The gradient of its answer by the picture shows where a change would matter, and
# integrated gradients (Sundararajan and others, 2017) share out the answer among the pixels: their sum is the difference
# from an empty picture.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
random = np.random.default_rng(0)


def picture(kind):
    """A cross (0) or a ring (1) somewhere in 16 x 16 pixels, with noise."""
    y, x = np.mgrid[:16, :16] - random.uniform(5.0, 10.0, [2, 1, 1])
    far = np.hypot(x, y)
    shape = (np.abs(far - 4.0) < 0.9) if kind else (np.minimum(abs(x), abs(y)) < 0.8) & (far < 5.0)
    return (shape + 0.2 * random.normal(size=[16, 16])).astype("float32")


kinds = random.integers(2, size=300)
pictures = tf.constant(np.stack([picture(kind) for kind in kinds])[..., None])

# %%
layers = tf.keras.layers
model = tf.keras.Sequential(
    [
        layers.Conv2D(8, 5, activation="relu"),
        layers.MaxPooling2D(2),
        layers.Conv2D(8, 3, activation="relu"),
        layers.GlobalAveragePooling2D(),
        layers.Dense(2),
    ]
)
model.compile(
    tf.keras.optimizers.Adam(0.02),
    tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
history = model.fit(pictures, kinds, epochs=10, batch_size=50, verbose=0)
print(f"accuracy {history.history['accuracy'][-1]:.2f}")
assert history.history["accuracy"][-1] > 0.9


# %%
def slope(x, kind):
    """The gradient of the score of one kind."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        score = model(x)[:, kind]
    return tape.gradient(score, x)


def integrated(x, kind, steps=32):
    """The gradient's mean on the straight way from an empty picture, times the picture."""
    part = tf.reshape(tf.linspace(0.5 / steps, 1.0 - 0.5 / steps, steps), [-1, 1, 1, 1])
    return tf.reduce_mean(slope(part * x, kind), axis=0, keepdims=True) * x


_, axes = plt.subplots(2, 3, figsize=(6, 4))
for row, kind in zip(axes, (0, 1)):
    x = pictures[int(np.flatnonzero(kinds == kind)[0])][None]
    shares = integrated(x, kind)
    difference = model(x)[0, kind] - model(tf.zeros_like(x))[0, kind]
    assert abs(float(tf.reduce_sum(shares) - difference)) < 0.1 * abs(float(difference)) + 0.05
    for axis, image, title in zip(
        row, (x, slope(x, kind), shares), ("picture", "gradient", "integrated")
    ):
        limit = float(tf.reduce_max(tf.abs(image)))
        axis.imshow(
            image[0, ..., 0], cmap="gray" if title == "picture" else "RdBu", vmin=-limit, vmax=limit
        )
        axis.set_title(title)
        axis.axis("off")
