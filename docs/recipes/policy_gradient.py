# %% [markdown]
# # A policy learnt from rewards
#
# REINFORCE on a frozen lake: a walker on a grid slips now and then, holes end the walk, the goal pays. The gradient of the
# expected reward is the mean of reward times the gradient of the logarithm of the probability of what was done (Williams,
# 1992).

# %%
import matplotlib.pyplot as plt
import numpy as np

import gradtape as tf

tf.random.set_seed(0)
random = np.random.default_rng(0)
size, goal, holes = 5, (4, 4), {(1, 1), (3, 2), (1, 3)}
moves = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)])
walkers, longest = 64, 20
holes_at = np.zeros([size, size], bool)
for hole in holes:
    holes_at[hole] = True


def walk(scores):
    """All walkers at once: the cells and moves of every step, whether they counted, the rewards."""
    place = np.zeros([walkers, 2], int)
    alive, reward = np.ones(walkers, bool), np.zeros(walkers)
    chances = tf.nn.softmax(scores).numpy()
    cells, chosen, counted = [], [], []
    for step in range(longest):
        cell = place @ [size, 1]
        move = (chances[cell].cumsum(axis=1) > random.random([walkers, 1])).argmax(axis=1)
        cells.append(cell), chosen.append(move), counted.append(alive.copy())
        slipped = np.where(random.random(walkers) < 0.1, random.integers(4, size=walkers), move)
        place = np.where(alive[:, None], np.clip(place + moves[slipped], 0, size - 1), place)
        there = alive & (place == goal).all(axis=1)
        reward[there] = 0.95**step
        alive &= ~there & ~holes_at[place[:, 0], place[:, 1]]
    return np.stack(cells), np.stack(chosen), np.stack(counted), reward


# %%
scores = tf.Variable(tf.zeros([size * size, 4]))
optimizer = tf.keras.optimizers.Adam(0.1)
rewards = []
for step in range(120):
    cells, chosen, counted, reward = walk(scores)
    advantage = (reward - reward.mean()) / (reward.std() + 1e-6)
    with tf.GradientTape() as tape:
        logits = tf.gather(scores, cells)
        cost = tf.nn.sparse_softmax_cross_entropy_with_logits(chosen, logits)
        loss = tf.reduce_sum(cost * (counted * advantage).astype("float32")) / walkers
    optimizer.apply_gradients([(tape.gradient(loss, scores), scores)])
    rewards.append(reward.mean())

# %%
before, after = np.mean(rewards[:10]), np.mean(rewards[-10:])
print(f"mean reward: {before:.2f} at the beginning, {after:.2f} at the end")
assert after > 0.4 > before

best = tf.argmax(scores, axis=1).numpy().reshape(size, size)
_, (left, right) = plt.subplots(1, 2, figsize=(7, 3))
tf.plots.loss_curves({"reward": rewards}, smoothing=0.8, axes=left)
right.imshow(holes_at, cmap="Blues", vmax=2)
right.quiver(
    *np.meshgrid(range(size), range(size)),
    moves[best][..., 1],
    -moves[best][..., 0],
    scale=8,
    color="tab:green",
)
right.plot(*goal[::-1], "*", markersize=18, color="tab:orange")
right.set_title("what the policy does")
