"""Keras's draws by seed, and by a generator of seeds."""
# keras: 3

import tensorflow as tf
import numpy as np

R = tf.keras.random
tf.keras.utils.set_random_seed(3)
r = lambda x: np.round(np.asarray(x), 4).tolist()
for f in (
    lambda s: R.normal([3], seed=s),
    lambda s: R.uniform([3], seed=s),
    lambda s: R.truncated_normal([3], seed=s),
    lambda s: R.randint([3], 2, 9, seed=s),
    lambda s: R.categorical(tf.zeros([1, 5]), 4, seed=s),
    lambda s: R.dropout(tf.ones([6]), 0.5, seed=s),
    lambda s: R.shuffle(tf.range(6), seed=s),
    lambda s: R.gamma([2], 2.0, seed=s),
    lambda s: R.beta([2], 2.0, 3.0, seed=s),
    lambda s: R.binomial([2], 5.0, 0.5, seed=s),
):
    print(r(f(5)), r(f(None)), r(f(None)))
g = R.SeedGenerator(4)
print(r(R.normal([2], seed=g)), r(R.normal([2], seed=g)), g.next().numpy())
