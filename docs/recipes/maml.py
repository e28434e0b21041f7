# %% [markdown]
# # Learning to learn: MAML
#
# Find a beginning from which one step of gradient descent learns a new task. The tasks are sine waves of other heights and
# phases, of which ten points are known (Finn and others, 2017). The gradient of the loss after a step goes through that
# step, and so through a gradient: the inner tape is recorded by the outer one.

# %%
import matplotlib.pyplot as plt

import gradtape as tf

tf.random.set_seed(3)
shapes = [(1, 40), (40,), (40, 40), (40,), (40, 1), (1,)]
start = [
    tf.Variable(tf.random.normal(s, stddev=(2.0 / s[0]) ** 0.5) if len(s) == 2 else tf.zeros(s))
    for s in shapes
]


def network(weights, x):
    a, b, c, d, e, f = weights
    return tf.nn.relu(tf.nn.relu(x @ a + b) @ c + d) @ e + f


def adapted(weights, x, y, rate=0.02):
    """The weights after one step on the points (x, y)."""
    with tf.GradientTape() as tape:
        tape.watch(weights)
        loss = tf.reduce_mean((network(weights, x) - y) ** 2)
    return [w - rate * g for w, g in zip(weights, tape.gradient(loss, weights))]


def task():
    """Ten points to learn from and ten to be judged by, of one wave."""
    height, phase = tf.random.uniform([], 0.5, 3.0), tf.random.uniform([], 0.0, 3.1)
    x = tf.random.uniform([20, 1], -4.0, 4.0)
    y = height * tf.sin(x + phase)
    return x[:10], y[:10], x[10:], y[10:]


# %%
optimizer = tf.keras.optimizers.Adam(0.003)
losses = []
for step in range(1200):
    with tf.GradientTape() as tape:
        loss = 0.0
        for _ in range(4):
            x, y, x_new, y_new = task()
            loss += (
                tf.reduce_mean(
                    (network(adapted([tf.identity(w) for w in start], x, y), x_new) - y_new) ** 2
                )
                / 4.0
            )
    optimizer.apply_gradients(zip(tape.gradient(loss, start), start))
    losses.append(float(loss))

# %%
first, last = sum(losses[:25]) / 25, sum(losses[-100:]) / 100
print(f"loss after one step: {first:.2f} at the beginning, {last:.2f} now")
assert last < 1.5

x = tf.reshape(tf.linspace(-4.0, 4.0, 100), [-1, 1])
few = x[::11]
weights = [tf.identity(w) for w in start]
plt.plot(x, 2.0 * tf.sin(x + 1.0), label="the task", linewidth=4, alpha=0.4)
for steps in range(6):
    if steps in (0, 1, 5):
        plt.plot(x, network(weights, x), label=f"after {steps} steps")
    weights = adapted(weights, few, 2.0 * tf.sin(few + 1.0))
plt.plot(few, 2.0 * tf.sin(few + 1.0), "k.")
plt.legend()
