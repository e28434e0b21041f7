# %% [markdown]
# # Overfit and underfit, as cells
# Functions, plots left out.

# %%
import numpy as np
import tensorflow as tf

print("eager:", tf.executing_eagerly())

# %%
x = tf.linspace(-3.0, 3.0, 61)
f = tf.sin(x) + 0.3 * x
np.random.seed(0)
y = f + 0.1 * np.random.randn(61).astype(np.float32)


# %%
class Poly(tf.Module):
    def __init__(self, degree, name=None):
        super().__init__(name=name)
        self.degree = degree
        self.w = tf.Variable(tf.zeros([degree + 1]), name="w")

    @tf.function
    def __call__(self, x):
        powers = tf.range(0, self.degree + 1, dtype=tf.float32)
        return tf.linalg.matvec(tf.pow(x[:, None] / 3.0, powers), self.w)


# %%
@tf.function
def mse(model, x, y):
    return tf.reduce_mean((model(x) - y) ** 2)


def fit(model, steps, lr):
    losses = []
    for _ in tf.range(steps):
        with tf.GradientTape() as tape:
            loss = mse(model, x, y)
        model.w.assign_sub(lr * tape.gradient(loss, model.w))
        losses.append(loss)
    return tf.stack(losses)


# %%
models = {degree: Poly(degree, name=f"poly{degree}") for degree in (1, 3, 7)}
history = {degree: fit(model, 20, 0.3).numpy() for degree, model in models.items()}
for degree, losses in history.items():
    print(degree, losses[::5].round(5), "->", f"{losses[-1]:.5f}")

# %%
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    z = models[3](x)
dz = tape.gradient(z, x)
print("slope at 1:", dz[40].numpy().round(5))
jac = tf.squeeze(tf.math.reduce_max(tf.abs(dz)))
jac
