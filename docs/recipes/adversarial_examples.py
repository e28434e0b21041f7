# %% [markdown]
# # Pictures that deceive
#
# The fast gradient sign method (Goodfellow and others, 2014): a small step of every pixel in the direction that makes
# the loss larger, and the classifier is wrong. Training on such pictures helps against them.

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
random = np.random.default_rng(0)
patterns = random.uniform(0.3, 0.7, [3, 64]).astype("float32")  # three classes of 8 x 8 pictures
labels = random.integers(3, size=600)
pictures = tf.constant(patterns[labels] + 0.1 * random.normal(size=[600, 64]).astype("float32"))
cost = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def deceived(model, x, y, step):
    """The pictures, each pixel `step` lighter or darker."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = cost(y, model(x))
    return x + step * tf.sign(tape.gradient(loss, x))


def trained(defence):
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(3)]
    )
    optimizer = tf.keras.optimizers.Adam(0.01)
    for _ in range(80):
        x = deceived(model, pictures, labels, 0.12) if defence else pictures
        with tf.GradientTape() as tape:
            loss = cost(labels, model(x))
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return model


def accuracy(model, x):
    return float(tf.reduce_mean(tf.cast(tf.argmax(model(x), axis=1) == labels, tf.float32)))


# %%
steps = np.linspace(0.0, 0.2, 9)
found = {}
for name, defence in {"plain": False, "trained on such pictures": True}.items():
    model = trained(defence)
    found[name] = [accuracy(model, deceived(model, pictures, labels, step)) for step in steps]
    print(f"{name}: {found[name][0]:.2f}, deceived {found[name][4]:.2f}")
assert found["plain"][0] > 0.95
assert found["plain"][4] < found["trained on such pictures"][4]

for name, values in found.items():
    plt.plot(steps, values, ".-", label=name)
plt.xlabel("change of each pixel")
plt.ylabel("accuracy")
plt.legend()
