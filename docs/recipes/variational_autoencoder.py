# %% [markdown]
# # A variational autoencoder
#
# Pictures of a bar that turns are told by two numbers. What the encoder gives is a distribution; a draw from it is a mean
# plus a deviation times noise, so the gradient passes through the draw (Kingma and Welling, 2013).

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
angles = np.linspace(0.0, np.pi, 200, endpoint=False)
y, x = np.mgrid[:10, :10] - 4.5
bars = np.stack([np.abs(x * np.sin(a) - y * np.cos(a)) < 1.0 for a in angles])
data = tf.constant(bars.reshape(200, 100).astype("float32"))

# %%
dense = tf.keras.layers.Dense
encoder = tf.keras.Sequential([dense(64, activation="relu"), dense(4)])
decoder = tf.keras.Sequential([dense(64, activation="relu"), dense(100)])


def loss_of(batch):
    mean, log_variance = tf.split(encoder(batch), 2, axis=1)
    code = mean + tf.exp(0.5 * log_variance) * tf.random.normal(mean.shape)
    cost = tf.nn.sigmoid_cross_entropy_with_logits(labels=batch, logits=decoder(code))
    divergence = 0.5 * tf.reduce_sum(tf.exp(log_variance) + mean**2 - 1.0 - log_variance, axis=1)
    return tf.reduce_mean(tf.reduce_sum(cost, axis=1) + divergence)


optimizer = tf.keras.optimizers.Adam(0.005)
losses = []
for step in range(500):
    with tf.GradientTape() as tape:
        loss = loss_of(data)
    variables = encoder.trainable_variables + decoder.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    losses.append(float(loss))
print(f"loss: {losses[0]:.0f} at the beginning, {losses[-1]:.0f} at the end")
assert losses[-1] < 0.6 * losses[0]

# %%
_, (left, right) = plt.subplots(1, 2, figsize=(7, 3))
codes = encoder(data)[:, :2].numpy()
left.scatter(*codes.T, c=angles, cmap="hsv", s=12)
left.set_title("codes, coloured by the angle")
codes = codes[::25]
shown = tf.sigmoid(decoder(tf.constant(codes))).numpy().reshape(2, 4, 10, 10)
right.imshow(np.block([list(row) for row in shown]), cmap="gray")
right.set_title("pictures from codes")
right.axis("off")
