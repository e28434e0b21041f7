# %% [markdown]
# # Two networks against each other
#
# A generative adversarial network learns to draw points on a ring. One persistent tape records both losses; each network
# gets the gradient of its own.

# %%
import matplotlib.pyplot as plt

import gradtape as tf

tf.random.set_seed(4)
batch = 128


def dense(units, activation=None):
    return tf.keras.layers.Dense(units, activation=activation)


generator = tf.keras.Sequential([dense(32, "relu"), dense(32, "relu"), dense(2)])
critic = tf.keras.Sequential([dense(32, tf.nn.leaky_relu), dense(32, tf.nn.leaky_relu), dense(1)])


def real_points():
    angle = tf.random.uniform([batch, 1], 0.0, 6.2832)
    radius = 2.0 + 0.1 * tf.random.normal([batch, 1])
    return radius * tf.concat([tf.cos(angle), tf.sin(angle)], axis=1)


def cost(labels, logits):
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits))


# %%
optimizers = [tf.keras.optimizers.Adam(0.002, beta_1=0.5) for _ in range(2)]
ones, zeros = tf.ones([batch, 1]), tf.zeros([batch, 1])
for step in range(1500):
    with tf.GradientTape(persistent=True) as tape:
        drawn = generator(tf.random.normal([batch, 4]))
        real, fake = critic(real_points()), critic(drawn)
        losses = [cost(0.9 * ones, real) + cost(zeros, fake), cost(ones, fake)]
    for network, optimizer, loss in zip([critic, generator], optimizers, losses):
        variables = network.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))

# %%
points = generator(tf.random.normal([400, 4]))
radius = tf.norm(points, axis=1)
middle = float(tf.reduce_mean(radius))
print(f"mean distance from the middle: {middle:.2f}")
assert 1.7 < middle < 2.3

plt.figure(figsize=(4, 4))
plt.scatter(*real_points().numpy().T, s=6, label="real")
plt.scatter(*points.numpy().T, s=6, label="drawn")
plt.axis("equal")
plt.legend()
