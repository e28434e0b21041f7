"""The orders of shuffled datasets and of fit, by their seeds."""
# keras: 3

import tensorflow as tf
import numpy as np

one = lambda ds: print(ds.batch(100).get_single_element().numpy().tolist())
one(tf.data.Dataset.range(10).shuffle(10, seed=3))
tf.random.set_seed(1)
one(tf.data.Dataset.range(10).shuffle(10, seed=3))
one(tf.data.Dataset.range(10).shuffle(10))
tf.random.set_seed(42)
ds = tf.data.Dataset.range(10)
s = ds.shuffle(10, seed=7)
print([int(i) for i in s], [int(i) for i in s])
s = ds.shuffle(10, seed=7, reshuffle_each_iteration=False)
print([int(i) for i in s])
tf.random.set_seed(42)
s = ds.shuffle(4)
print([int(i) for i in s], [int(i) for i in s])
s = ds.map(lambda x: x * 2).shuffle(3).repeat(2).batch(4)
print([i.numpy().tolist() for i in s])
s = ds.shuffle(300).batch(4).map(lambda x: x + 1).shuffle(2)
print([i.numpy().tolist() for i in s])
s = ds.filter(lambda x: x > 2).shuffle(3)
print([int(i) for i in s])
s = ds.repeat(3).shuffle(5).take(12)
print([int(i) for i in s])


class M(tf.keras.Model):
    def __init__(s):
        super().__init__()
        s.d = tf.keras.layers.Dense(1)
        s.v = tf.Variable(0.0)

    def call(s, x):
        return s.d(x)

    def train_step(s, data):
        tf.print(tf.squeeze(data[0]))
        return {"loss": s.v}


tf.keras.utils.set_random_seed(42)
m = M()
m.compile("sgd", "mse")
X = np.arange(10.0).reshape(10, 1)
m.fit(X, X, epochs=2, verbose=0, batch_size=5)
m.fit(X, X, verbose=0, batch_size=5)
print("first")
