# %% [markdown]
# # A network that obeys a differential equation
#
# A physics-informed network is trained on an equation instead of on data. Here it is the damped oscillator
# $\ddot u + 0.4 \dot u + 4 u = 0$ with $u(0) = 1$, $\dot u(0) = 0$. Nested tapes give the two derivatives of the network by its input,
# and a third one the gradient of the loss.

# %%
import matplotlib.pyplot as plt

import gradtape as tf

tf.random.set_seed(0)
hidden = [tf.keras.layers.Dense(24, activation="tanh") for _ in range(2)]
network = tf.keras.Sequential([*hidden, tf.keras.layers.Dense(1)])


def u(t):
    """The network, put together so that both values at the beginning hold by themselves."""
    return 1.0 + t**2 * network(t)


def residual(t):
    """What is left of the equation at the times t."""
    with tf.GradientTape() as outer:
        outer.watch(t)
        with tf.GradientTape() as inner:
            inner.watch(t)
            value = u(t)
        speed = inner.gradient(value, t)
    return outer.gradient(speed, t) + 0.4 * speed + 4.0 * value


# %% [markdown]
# The sum over the times hides nothing: each value depends on its own time alone, so the gradient of the sum has the
# derivative at each of them.

# %%
times = tf.reshape(tf.linspace(0.0, 3.0, 40), [-1, 1])
u(times)  # the variables are made
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.ExponentialDecay(0.02, 300, 0.7))
losses = []
for step in range(2000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(residual(times) ** 2)
    variables = network.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    losses.append(loss)

# %%
exact = tf.exp(-0.2 * times) * (
    tf.cos(3.96**0.5 * times) + 0.2 / 3.96**0.5 * tf.sin(3.96**0.5 * times)
)
error = float(tf.reduce_max(tf.abs(u(times) - exact)))
print(f"largest error: {error:.3f}")
assert error < 0.1

plt.plot(times, exact, label="exact", linewidth=4, alpha=0.4)
plt.plot(times, u(times), label="network")
plt.xlabel("t")
plt.legend()
