# %% [markdown]
# # Missing entries of a table
#
# A table of ratings of which a fifth is known is filled by two thin factors. `gather` picks the rows that an entry needs,
# and its gradient adds up what several entries say about the same row.

# %%
import numpy as np

import gradtape as tf

random = np.random.default_rng(0)
people, films, rank = 80, 60, 3
truth = random.normal(size=[people, rank]) @ random.normal(size=[rank, films])
row, column = random.integers(people, size=1500), random.integers(films, size=1500)
ratings = (truth[row, column] + 0.1 * random.normal(size=1500)).astype("float32")

# %%
left = tf.Variable(random.normal(scale=0.3, size=[people, rank]).astype("float32"))
right = tf.Variable(random.normal(scale=0.3, size=[films, rank]).astype("float32"))
optimizer = tf.keras.optimizers.Adam(0.05)
losses, errors = [], []
for step in range(150):
    with tf.GradientTape() as tape:
        guessed = tf.reduce_sum(tf.gather(left, row) * tf.gather(right, column), axis=1)
        fit = tf.reduce_mean((guessed - ratings) ** 2)
        loss = fit + 0.002 * (tf.reduce_mean(left**2) + tf.reduce_mean(right**2))
    optimizer.apply_gradients(zip(tape.gradient(loss, [left, right]), [left, right]))
    losses.append(float(fit))
    errors.append(float(np.mean((left.numpy() @ right.numpy().T - truth) ** 2)))

# %%
print(f"mean square error of the whole table: {errors[0]:.3f}, then {errors[-1]:.3f}")
assert errors[-1] < 0.2 * errors[0]
tf.plots.loss_curves({"known entries": losses, "whole table": errors}, log=True)
