# %% [markdown]
# # Points out of noise
#
# A diffusion model learns to tell the noise in noisy data, at every strength of noise. Taking it away step by step makes
# points of the data out of pure noise (Ho and others, 2020).

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
random = np.random.default_rng(0)
turn = random.uniform(1.5, 4.5 * np.pi / 1.5, 512)
data = np.stack([turn * np.cos(turn), turn * np.sin(turn)], axis=1) / 5.0 + 0.02 * random.normal(
    size=[512, 2]
)
data = tf.constant(data.astype("float32"))

steps = 40
kept = np.cumprod(1.0 - np.linspace(1e-3, 0.2, steps)).astype("float32")  # of the data, as variance
layers = [tf.keras.layers.Dense(64, activation="swish") for _ in range(3)]
network = tf.keras.Sequential([*layers, tf.keras.layers.Dense(2)])


def told(x, step):
    """The noise in x, as the network tells it; the step enters as waves."""
    phase = tf.cast(step, tf.float32)[:, None] / steps * np.pi
    return network(tf.concat([x, tf.sin(phase), tf.cos(phase), tf.sin(4.0 * phase)], axis=1))


# %%
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.ExponentialDecay(0.01, 300, 0.5))
losses = []
for iteration in range(1000):
    step = tf.random.uniform([512], 0, steps, dtype=tf.int32)
    noise = tf.random.normal([512, 2])
    share = tf.gather(kept, step)[:, None]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            (told(tf.sqrt(share) * data + tf.sqrt(1.0 - share) * noise, step) - noise) ** 2
        )
    variables = network.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    losses.append(float(loss))

# %%
x = tf.random.normal([400, 2])
for step in reversed(range(steps)):
    share, before = kept[step], kept[step - 1] if step else 1.0
    part = share / before
    noise = told(x, tf.fill([400], step))
    x = (x - (1.0 - part) / (1.0 - share) ** 0.5 * noise) / part**0.5
    if step:
        x += ((1.0 - part) * (1.0 - before) / (1.0 - share)) ** 0.5 * tf.random.normal(x.shape)

nearest = tf.reduce_min(tf.norm(x[:, None] - data[None], axis=2), axis=1)
distance = float(tf.reduce_mean(nearest))
print(f"mean distance of a drawn point from the data: {distance:.3f}")
assert distance < 0.2

plt.figure(figsize=(4, 4))
plt.scatter(*data.numpy().T, s=6, alpha=0.4, label="data")
plt.scatter(*x.numpy().T, s=6, label="drawn")
plt.axis("equal")
plt.legend()
