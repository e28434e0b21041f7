"""`fit` and `evaluate` under a strategy: parts of batches, one progress bar, one set of files."""

import os
import sys
from pathlib import Path

import numpy as np
import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
rank = strategy.cluster_resolver.task_id or 0
rng = np.random.RandomState(3)
# The last batch of `fit` is cut unevenly, and of the last of `evaluate` one process has nothing.
x = rng.normal(size=(53, 6)).astype(np.float32)
y = (x[:, 0] * x[:, 1] > 0).astype(np.int64)


def fit(name, folder):
    tf.keras.utils.set_random_seed(7)
    with strategy.scope():
        layers = [tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(2)]
        if name == "batchnorm":
            norm = tf.keras.layers.BatchNormalization(momentum=0.5, synchronized=True)
            layers.insert(1, norm)
        model = tf.keras.Sequential(layers)
        sgd = tf.keras.optimizers.SGD(0.1)
        model.compile(
            optimizer=sgd if name == "sgd" else tf.keras.optimizers.Adam(0.01),
            loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
            metrics=["accuracy"],
        )
    files = [
        tf.keras.callbacks.CSVLogger(folder / f"{name}{rank}.csv"),
        tf.keras.callbacks.ModelCheckpoint(
            folder / f"{name}{rank}.weights.h5", save_weights_only=True
        ),
    ]
    held_out = x[:11], y[:11]
    history = model.fit(x, y, 10, 3, 2, files, validation_data=held_out)
    scores = model.evaluate(tf.data.Dataset.from_tensor_slices((x, y)).batch(17), verbose=0)
    numbers = [v for values in history.history.values() for v in values] + list(scores)
    weights = [float(v) for w in model.get_weights() for v in w.ravel()]
    sys.stdout.flush()
    os.write(1, f"[{rank}] {name} {[*map(float, numbers), *weights]}\n".encode())


for name in ["sgd", "adam", "batchnorm"]:
    fit(name, Path(sys.argv[1]))
