# %% [markdown]
# # A differential equation learnt from its path
#
# The right-hand side of an equation is a small network, fitted to a path of the system. The solver is a loop of ordinary
# operations, so the tape differentiates through all of its steps.

# %%

import gradtape as tf

tf.random.set_seed(1)


def runge_kutta(slope, state, step, steps):
    """The states at 0, step, 2 step, ...: [steps + 1, 2]."""
    path = [state]
    for _ in range(steps):
        a = slope(state)
        b = slope(state + step / 2 * a)
        c = slope(state + step / 2 * b)
        d = slope(state + step * c)
        state = state + step / 6 * (a + 2 * b + 2 * c + d)
        path.append(state)
    return tf.concat(path, axis=0)


def spiral(state):
    return state**3 @ [[-0.1, 2.0], [-2.0, -0.1]]


begin = tf.constant([[2.0, 0.0]])
truth = runge_kutta(spiral, begin, 0.05, 60)

# %% [markdown]
# The network gets the cubes of the state, as the true equation does. Short stretches from many places of the path are
# fitted at once: they are a batch, and the loss is easier than that of the whole path.

# %%
network = tf.keras.Sequential(
    [tf.keras.layers.Dense(32, activation="tanh"), tf.keras.layers.Dense(2)]
)
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.ExponentialDecay(0.02, 100, 0.6))
length = 5
starts, ends = truth[:-length], truth[length:]
losses = []
for step in range(500):
    with tf.GradientTape() as tape:
        state = starts
        for _ in range(length):
            middle = state + 0.025 * network(state**3)
            state = state + 0.05 * network(middle**3)
        loss = tf.reduce_mean((state - ends) ** 2)
    variables = network.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    losses.append(float(loss))

# %%
learnt = runge_kutta(lambda state: network(state**3), begin, 0.05, 60)
error = float(tf.reduce_mean(tf.abs(learnt - truth)))
print(f"first loss {losses[0]:.3f}, last {losses[-1]:.5f}")
assert error < 0.3, error

axes = tf.plots.vector_field(
    lambda x, y: tf.unstack(network(tf.stack([x, y], axis=-1) ** 3), axis=-1),
    x=(-2.2, 2.2),
    y=(-2.2, 2.2),
    points=15,
)
axes.plot(*truth.numpy().T, "o", markersize=3, label="the path")
axes.plot(*learnt.numpy().T, label="learnt")
axes.legend()
