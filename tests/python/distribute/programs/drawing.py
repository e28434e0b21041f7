"""What layers draw on each process under a strategy, and what is drawn outside afterwards."""

import os

import numpy as np
import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
rank = strategy.cluster_resolver.task_id or 0
tf.keras.utils.set_random_seed(4)
layers = [
    tf.keras.layers.Dropout(0.5),
    tf.keras.layers.Dropout(0.5, seed=3),
    tf.keras.layers.GaussianNoise(1.0),
    tf.keras.layers.SpatialDropout1D(0.5),
    tf.keras.layers.RandomTranslation(0.5, 0.5, seed=2),
]
shapes = [[40], [40], [40], [2, 1, 40], [3, 8, 8, 1]]


def drawn():
    total = []
    for layer, shape in zip(layers, shapes, strict=True):
        x = tf.reshape(tf.range(1.0, 1.0 + np.prod(shape)), shape)
        total.append(layer(x, training=True).numpy().ravel().tolist())
    return total


def say(name, value):
    os.write(1, f"[{rank}] {name} {value}\n".encode())


say("inside", [strategy.run(drawn) for _ in range(2)])
say("outside", tf.random.uniform([3]).numpy().tolist())
say("weights", tf.keras.layers.Dense(2)(tf.ones([1, 3])).numpy().tolist())

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dropout(0.5)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
x = np.linspace(-1, 1, 21, dtype=np.float32).reshape(7, 3)
model.fit(x, np.ones([7, 4], np.float32), batch_size=4, epochs=2, verbose=0)
say("trained", [w.tolist() for w in model.get_weights()])
predicted = model.predict(x, batch_size=3)
assert predicted.shape == (7, 4)
say("predicted", predicted.tolist())
say("evaluated", model.evaluate(x, np.ones([7, 4], np.float32), batch_size=3, verbose=0))
